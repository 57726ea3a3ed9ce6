import { CircleAlert } from 'lucide-react'
import type { PlayLimits } from '#services/contract/contract.ts'
import { play } from '#ui/lib/messages/betting/play.ts'
import { breakEnd } from '#ui/model/play/break-end.ts'

/** The break in force, and what it means. Not a live region: the notice over every page announces it. */
export function BreakInForce({ taken: { kind, until } }: { taken: NonNullable<PlayLimits['break']> }) {
  return (
    <div className="flex items-start gap-3 rounded-card border border-strong bg-inset p-4">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
      <div>
        <p className="font-medium text-body">{play.inForce[kind](breakEnd(until))}</p>
        <p className="text-muted text-second">{until === null ? play.noBetsEver : play.noBets}</p>
      </div>
    </div>
  )
}
