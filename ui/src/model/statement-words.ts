// The lines of a statement in words.
import type { StatementKind, StatementLine } from '#services/contract/contract.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { printedName } from './outcome-name.ts'

/** The kinds of lines that an account can have: bettors have no float, admins have no bets. */
export const kindsOf = (isAdmin: boolean): StatementKind[] =>
  isAdmin
    ? ['deposit', 'withdrawal', 'returned', 'float']
    : ['stake', 'return', 'refund', 'reversal', 'debt', 'grant', 'goodwill', 'deposit', 'withdrawal', 'returned']

/** 'Declan Dvorak at 1.45'; the kind of movement for a line that is not about a bet. */
export function whatText(
  { bet, kind, amount }: StatementLine,
  name: (written: string) => string = printedName,
  odds: (value: number) => string = formatOdds,
): string {
  if (bet !== null) return `${name(bet.name)} at ${odds(bet.odds)}`
  if (kind === 'debt') return amount < 0 ? 'paid back' : 'owed to the house'
  return amount < 0 ? 'paid out' : 'received'
}
