// The sums that hold after every event: all money issued is held by some account, and open stakes and profit match the
// bets.
import type { Findings, Place } from '../../findings/findings.ts'
import type { State } from '../state.ts'

export function checkControlSums(
  place: Place,
  { book, openStakesCents, profitCents }: State,
  findings: Findings,
): void {
  book.endEvent(place, findings)
  const { issued, held } = book.issued()
  if (issued !== held) findings.at(place, 'books_unbalanced', `issued ${issued}`, `held ${held}`, 'treasury')
  if (book.totals.bet !== openStakesCents) {
    findings.at(place, 'books_unbalanced', `open stakes ${openStakesCents}`, `held ${book.totals.bet}`, 'bet')
  }
  if (book.totals.profit !== profitCents) {
    findings.at(place, 'books_unbalanced', `stakes less returns ${profitCents}`, book.totals.profit, 'house:profit')
  }
}
