// What bettors do on their own accounts, and nobody else does for them.
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { AccountState } from './state.ts'

/** The refusal of an actor who is not the bettor of this account; null if it is the bettor and not blocked. */
export function refusalOfBettor({ actor }: CommandMeta, { id, opened, blocked }: AccountState) {
  if (opened === null) return refuse('account_missing')
  if (blocked) return refuse('account_blocked')
  if (opened.role !== 'user' || actor.role !== 'user') return refuse('not_a_bettor')
  return actor.id === id ? null : refuse('not_the_bettor')
}
