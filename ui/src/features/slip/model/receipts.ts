// What follows from accepted bets: receipts, the new balance, the list of bets.
import type { QueryClient } from '@tanstack/react-query'
import { betsQuery, withPlaced } from '#ui/data/bets.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { updateBalance } from '#ui/lib/session.ts'
import { notify } from '#ui/lib/toasts.ts'
import type { BetSubmission } from '#ui/model/slip/pending-submissions.ts'
import type { Receipt } from '#ui/model/slip/placement.ts'
import type { SubmissionResult } from '../api/submit-bet.ts'
import { toOpenBet } from './open-bet.ts'
import type { SlipLine } from './slip-line.ts'

type Accepted = Extract<SubmissionResult, { kind: 'accepted' }>

export function buildReceipt({ body, betKeys }: BetSubmission, { bet }: Accepted, lines: SlipLine[]): Receipt {
  const selections = lines.map((line) => line.selection).filter(({ betKey }) => betKeys.includes(betKey))
  const struckOdds = (eventId: string) => bet.legs.find((leg) => leg.eventId === eventId)?.odds ?? bet.odds
  return {
    bet,
    game: body.game,
    stake: body.bet_amount,
    legs: selections.map((selection) => ({ selection, odds: struckOdds(selection.eventId) })),
  }
}

/** Updates the balance and the bettor's list, and notifies. */
export function recordReceipts(receipts: Receipt[], client: QueryClient): void {
  // Singles are sent together and answered in any order. Bets only lower the balance, so the lowest is the latest.
  updateBalance(Math.min(...receipts.map((receipt) => receipt.bet.newBalance)))
  client.setQueryData(betsQuery().queryKey, (bets) => withPlaced(bets, receipts.map(toOpenBet)))
  client.invalidateQueries({ queryKey: betsQuery().queryKey })
  notify(placedText(receipts), 'success')
}

function placedText(receipts: Receipt[]): string {
  const [only] = receipts
  if (only === undefined || receipts.length > 1) return `${receipts.length} bets placed`
  return `Bet placed: ${formatEuros(only.stake)} at ${formatOdds(only.bet.odds)}`
}
