// The one message above Place bet: what is in progress, else what forbids placing, else what went wrong before.
import { inSlip } from '#ui/lib/messages/slip.ts'
import type { Placement } from '#ui/model/slip/placement.ts'
import type { SlipView } from './slip-view.ts'

export interface SlipMessage {
  text: string
  tone: 'muted' | 'warning' | 'lost'
  /** What helps, as a button beside the text. */
  action?: 'accept-all' | 'deposit'
}

/** `secondsToWait`: until a bet in play is priced; null if it does not wait. */
export function slipMessage(
  view: SlipView,
  { phase, error }: Placement,
  hasStake: boolean,
  secondsToWait: number | null,
): SlipMessage | null {
  if (phase === 'checking') return { text: inSlip.checking, tone: 'muted' }
  if (phase === 'placing') return { text: waitingText(view, secondsToWait), tone: 'muted' }
  const { blocker } = view
  // A stake that is still missing is not an error yet.
  const isStakeMissing = blocker?.code === 'stake' && !hasStake
  if (error !== null && (blocker === null || isStakeMissing)) return { text: error, tone: 'lost' }
  switch (blocker?.code) {
    case undefined:
      return null
    case 'odds':
      return oddsMessage(view, blocker.text)
    case 'stopped':
    case 'stale':
      return { text: blocker.text, tone: 'warning' }
    case 'debt':
    case 'funds':
      return { text: blocker.text, tone: 'lost', action: 'deposit' }
    case 'stake':
      return { text: blocker.text, tone: isStakeMissing ? 'muted' : 'lost' }
    case 'payout':
      return { text: blocker.text, tone: 'lost' }
    default:
      return { text: blocker?.text ?? '', tone: 'muted' }
  }
}

function waitingText({ lines }: SlipView, secondsToWait: number | null): string {
  if (secondsToWait !== null) {
    return secondsToWait > 0 ? inSlip.acceptedIn(secondsToWait) : inSlip.awaitingPrice
  }
  return lines.find(({ note }) => note?.kind === 'unchecked')?.note?.text ?? inSlip.placing
}

/** One leg's own message; for several legs, the one about the whole slip. */
function oddsMessage({ lines }: SlipView, ofSlip: string): SlipMessage {
  const [first, ...more] = lines.filter((line) => !line.isValid)
  const text = more.length === 0 ? (first?.verdict?.text ?? ofSlip) : ofSlip
  const isAnyChanged = lines.filter((line) => line.offeredOdds !== null).length > 1
  return isAnyChanged ? { text, tone: 'warning', action: 'accept-all' } : { text, tone: 'warning' }
}
