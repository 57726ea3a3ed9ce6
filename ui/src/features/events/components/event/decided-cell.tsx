import { onEventPage } from '#ui/lib/messages/prices.ts'
import type { Decided } from '../../model/markets/decided.ts'

/** Replaces the prices of a line or market that the score has decided. As high as a price, so that nothing moves. */
export function DecidedCell({ decided: { side, minute } }: { decided: Decided }) {
  return (
    <p className="flex h-11 items-center justify-center rounded-control border border-border border-dashed px-2 text-muted text-second">
      {minute === null ? onEventPage.decided(side) : onEventPage.decidedAt(side, minute)}
    </p>
  )
}
