// What an account owes after a resettlement that its wallet could not cover. Every credit to the wallet pays it off
// first.
import { MAX_CENTS } from '../limits.ts'
import type { AccountState } from './state.ts'

/**
 * How much of a credit to the wallet pays off debt, in cents. Throws RangeError if the wallet would exceed MAX_CENTS.
 */
export function debtPaidBy(state: Pick<AccountState, 'id' | 'walletCents' | 'owedCents'>, creditCents: number): number {
  if (state.walletCents + creditCents > MAX_CENTS) throw new RangeError(`wallet of ${state.id} would exceed MAX_CENTS`)
  return Math.min(state.owedCents, creditCents)
}
