import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { Footer } from '#ui/layout/footer.tsx'
import { useStreamTopic } from '#ui/lib/live/live-updates.tsx'
import { useSlip } from '#ui/model/slip/slip-context.tsx'
import { BottomNav } from './bottom-nav.tsx'
import { Header } from './header.tsx'

const SlipPanel = lazy(() => import('#ui/features/slip/components/slip-panel.tsx'))

/** What every page but sign-in and the back office stands in. */
export function Shell({ children }: { children: ReactNode }) {
  useStreamTopic('live')
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-accent px-4 py-2.5 font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header />
      <div className="mx-auto grid min-h-[calc(100dvh-var(--header-height))] max-w-[90rem] grid-cols-[minmax(0,1fr)] content-start gap-6 px-4 pt-5 md:px-6 lg:grid-cols-[minmax(0,1fr)_23.75rem] xl:px-12">
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <SlipRail />
      </div>
      <Footer />
      {/* Keeps the end of the page clear of the fixed navigation and the slip's peek bar. */}
      <div aria-hidden="true" className="h-[calc(var(--bottom-nav-height)+env(safe-area-inset-bottom))]" />
      <BottomNav />
    </>
  )
}

/** The slip's place beside the page, kept free at all times, so that nothing moves when it opens. On a phone it is a sheet. */
function SlipRail() {
  const { selections, open } = useSlip()
  const onSlipPage = useLocation({ select: (location) => location.pathname === '/betslip' })
  const [wanted, setWanted] = useState(false)
  const needed = open || selections.length > 0
  useEffect(() => {
    if (needed) setWanted(true)
  }, [needed])
  if (onSlipPage) return null
  return (
    <aside aria-label="Bet slip" className="contents lg:block">
      {!open && <ClosedSlip />}
      {/* Its code is fetched when there is something in the slip, or it is opened. */}
      {wanted && (
        <Suspense fallback={null}>
          <SlipPanel />
        </Suspense>
      )}
    </aside>
  )
}

function ClosedSlip() {
  const { selections, setOpen } = useSlip()
  const count = selections.length
  return (
    <div className="sticky top-[calc(var(--header-height)+1.25rem)] hidden flex-col gap-3 rounded-slip border border-border border-dashed p-5 lg:flex">
      <p className="font-semibold text-section">Bet slip</p>
      <p className="text-body text-muted">
        {count === 0
          ? 'Pick a price to begin: it lands here, and stays while you look around.'
          : count === 1
            ? '1 selection is waiting.'
            : `${count} selections are waiting.`}
      </p>
      {count > 0 && (
        <Button variant="primary" onClick={() => setOpen(true)}>
          Open bet slip
        </Button>
      )}
    </div>
  )
}
