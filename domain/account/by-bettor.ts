// What bettors do on their accounts, each for himself alone.
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { AccountState } from './state.ts'

/** Why this actor may not do so on this account; null where he may. */
export function refusalOfBettor({ actor }: CommandMeta, { id, opened, blocked }: AccountState) {
  if (opened === null) return refuse('account_missing')
  if (blocked) return refuse('account_blocked')
  if (opened.role !== 'user' || actor.role !== 'user') return refuse('not_a_bettor')
  return actor.id === id ? null : refuse('not_the_bettor')
}
