// Applies accepted bets: receipts, the new balance, the list of bets.
import type { QueryClient } from '@tanstack/react-query'
import { betsQuery, withPlaced } from '#ui/data/bets.ts'
import { updateBalance } from '#ui/lib/session.ts'
import type { BetSubmission } from '#ui/model/slip/pending-submissions.ts'
import type { Receipt } from '#ui/model/slip/placement.ts'
import type { SubmissionResult } from '../../api/submit-bet.ts'
import type { SlipLine } from '../slip-line.ts'
import { toOpenBet } from './open-bet.ts'

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

/**
 * The balance afterwards, in euros. Singles are sent together and answered in any order. Bets only lower the balance,
 * so the lowest one is the latest.
 */
export const balanceAfter = (receipts: Receipt[]): number => Math.min(...receipts.map(({ bet }) => bet.newBalance))

/** Updates the balance and the bettor's list. Not announced otherwise: the receipt says it all. */
export function recordReceipts(receipts: Receipt[], client: QueryClient): void {
  updateBalance(balanceAfter(receipts))
  client.setQueryData(betsQuery().queryKey, (bets) => withPlaced(bets, receipts.map(toOpenBet)))
  client.invalidateQueries({ queryKey: betsQuery().queryKey })
}
