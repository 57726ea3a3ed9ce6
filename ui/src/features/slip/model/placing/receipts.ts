// What follows from accepted bets: receipts, the new balance, the list of bets.
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

/** Singles are sent together and answered in any order. Bets only lower the balance, so the lowest is the latest. In euros. */
export const balanceAfter = (receipts: Receipt[]): number => Math.min(...receipts.map(({ bet }) => bet.newBalance))

/** Updates the balance and the bettor's list. The receipt says it all: nothing else announces it. */
export function recordReceipts(receipts: Receipt[], client: QueryClient): void {
  updateBalance(balanceAfter(receipts))
  client.setQueryData(betsQuery().queryKey, (bets) => withPlaced(bets, receipts.map(toOpenBet)))
  client.invalidateQueries({ queryKey: betsQuery().queryKey })
}
