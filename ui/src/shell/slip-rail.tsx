import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { useDisplaySettings } from '#ui/lib/display-settings.ts'
import '#ui/model/last-input.ts'
import { useSlip } from '#ui/model/slip/slip-context.ts'

const SlipPanel = lazyPart(() => import('#ui/features/slip/slip.ts').then(({ SlipPanel }) => ({ default: SlipPanel })))

/** The column for the slip, always reserved, so that nothing moves when it opens. On a phone the slip is a sheet. */
export function SlipRail() {
  const { selections, isOpen } = useSlip()
  // Renders the slip again when the format of odds or times changes.
  useDisplaySettings()
  const isSlipPage = useLocation({ select: (location) => location.pathname === '/betslip' })
  const [isPanelLoaded, setIsPanelLoaded] = useState(false)
  const needsPanel = isOpen || selections.length > 0
  useEffect(() => {
    if (needsPanel) setIsPanelLoaded(true)
  }, [needsPanel])
  if (isSlipPage) return null
  return (
    <aside aria-label="Bet slip" className="contents xl:col-start-2 xl:row-start-2 xl:block xl:pt-4">
      {!isOpen && <ClosedSlip />}
      {isPanelLoaded && (
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
    <div className="sticky top-[calc(var(--header-height)+1.25rem)] hidden flex-col gap-3 rounded-slip border border-border border-dashed p-5 xl:flex">
      <p className="font-semibold text-section">Bet slip</p>
      <p className="text-body text-muted">
        {count === 0
          ? 'Pick a price to start. Your selections stay here while you browse.'
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
