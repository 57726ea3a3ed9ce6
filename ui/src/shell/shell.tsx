import { type ReactNode, useState } from 'react'
import { Footer } from '#ui/layout/footer.tsx'
import { PageTopSlot } from '#ui/layout/page-top.tsx'
import { SkipLink } from '#ui/layout/skip-link.tsx'
import { useStreamTopic } from '#ui/lib/live/topics.ts'
import { BottomNav } from './bottom-nav.tsx'
import { Header } from './header.tsx'
import { SlipRail } from './slip-rail.tsx'

/** The frame of every page but sign-in and the back office. */
export function Shell({ children }: { children: ReactNode }) {
  useStreamTopic('live')
  const [pageTop, setPageTop] = useState<HTMLElement | null>(null)
  return (
    <>
      <SkipLink />
      <Header />
      <div className="frame grid min-h-[calc(100dvh-var(--header-height))] grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] gap-x-6 xl:grid-cols-[minmax(0,1fr)_23.75rem]">
        <main
          id="main"
          tabIndex={-1}
          className="col-span-full row-span-2 row-start-1 grid grid-cols-subgrid grid-rows-subgrid"
        >
          <div ref={setPageTop} className="col-span-full min-w-0" />
          <div className="row-start-2 min-w-0 pt-4">
            <PageTopSlot value={pageTop}>{children}</PageTopSlot>
          </div>
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
