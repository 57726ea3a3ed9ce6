// The content of the slip, the same in the side panel, in the phone's sheet and on its page.
import { Ticket, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { refusalTexts } from '#domain/refusals.ts'
import { Count } from '#ui/components/ui/badge.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { inSlip } from '#ui/lib/messages/slip.ts'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'
import { enterSlip } from '../model/focus/enter-and-leave.ts'
import { useHeldFocus } from '../model/focus/use-held-focus.ts'
import type { PlacementActions } from '../model/placing/use-placement.ts'
import type { SlipView } from '../model/slip-view.ts'
import { ClearButton } from './clear-button.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { PlaceBox } from './placing/place-box.tsx'
import { UnansweredBets } from './placing/unanswered-bets.tsx'
import { SlipLines } from './slip-lines.tsx'

interface SlipBodyProps {
  view: SlipView
  actions: PlacementActions
  emptyText?: string
  onClose?: () => void
  /** For the phone's sheet: leaves as much height as possible to the selections. */
  isCompact?: boolean
}

/**
 * The slip's heading and selections with the foot that places them; instead of these, a text while it is empty, or the
 * unanswered bets.
 */
export function SlipBody({ view, actions, emptyText, onClose, isCompact = false }: SlipBodyProps) {
  const { placement } = useSlipEditor()
  const { lines, mode, isAdmin } = view
  const heading = useRef<HTMLHeadingElement>(null)
  useHeldFocus(heading)
  useEffect(() => enterSlip(heading.current?.closest('[data-slip]')), [])
  const isUnanswered = placement.phase === 'unknown'
  const hasLines = lines.length > 0 && !isUnanswered
  const hasModes = hasLines && lines.length > 1 && !isAdmin
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2 pr-2 pl-4">
        <h2 ref={heading} className="whitespace-nowrap text-section">
          Bet slip
        </h2>
        {lines.length > 0 && <Count value={lines.length} />}
        <span className="flex-1" />
        {hasModes && isCompact && <ModeSwitch mode={mode} isCompact />}
        {hasLines && (!isCompact || isAdmin) && <ClearButton />}
        {onClose && (
          <Button variant="ghost" size="icon-sm" aria-label="Close bet slip" data-slip-close="" onClick={onClose}>
            <X aria-hidden="true" className="size-4" />
          </Button>
        )}
      </div>
      {isUnanswered ? (
        <UnansweredBets actions={actions} />
      ) : hasLines ? (
        <>
          {hasModes && !isCompact && <ModeSwitch mode={mode} />}
          <SlipLines view={view} isCompact={isCompact} />
          {isAdmin ? <AdminNote /> : <PlaceBox view={view} onPlace={actions.place} isCompact={isCompact} />}
        </>
      ) : (
        <EmptySlip text={emptyText ?? inSlip.slipEmpty} />
      )}
    </>
  )
}

/** Replaces stake and button: admins may look at prices, but do not bet. */
function AdminNote() {
  return <p className="border-border border-t px-4 py-3 text-muted text-second">{refusalTexts.not_a_bettor}</p>
}

function EmptySlip({ text }: { text: string }) {
  return (
    <div className="flex flex-col items-center gap-2 border-border border-t px-6 py-10 text-center">
      <Ticket aria-hidden="true" className="size-6 text-faint" />
      <p className="font-medium text-body">{text}</p>
      <p className="text-muted text-second">Pick a price and it appears here.</p>
    </div>
  )
}
