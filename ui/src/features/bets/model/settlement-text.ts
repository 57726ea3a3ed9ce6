// A settlement in one line.
import type { Bet } from '#services/contract/contract.ts'
import { messages } from '#ui/lib/messages.ts'
import { formatCents, toCents } from '#ui/lib/money.ts'
import { printedName } from '#ui/model/outcome-name.ts'

export const betName = ({ selection, game }: Pick<Bet, 'selection' | 'game'>): string => printedName(selection ?? game)

/** What a lost bet cost, in cents: half of a quarter line's stake may come back. */
export const lostCents = ({ bet_amount, potential_win }: Pick<Bet, 'bet_amount' | 'potential_win'>): number =>
  toCents(bet_amount) - toCents(potential_win)

/** 'Won €1.45 · Declan Dvorak' */
export function settlementText(bet: Bet): string {
  const cents = bet.status === 'lost' ? lostCents(bet) : toCents(bet.potential_win)
  const again = bet.resettled ? 'Settled again: ' : ''
  return `${again}${messages.bets.status[bet.status]} ${formatCents(cents)} · ${betName(bet)}`
}

/** '5 bets settled · €12.30 returned' */
export function settlementsText(bets: readonly Bet[]): string {
  const returned = bets.reduce((cents, bet) => cents + toCents(bet.potential_win), 0)
  return `${bets.length} bets settled · ${formatCents(returned)} returned`
}
