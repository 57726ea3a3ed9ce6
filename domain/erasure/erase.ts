// The erasure of personal data: only of a bettor's closed account, once the settlement rules can pay nothing into it
// any more, by a super admin who says why. Admins stay named, because they answer for what they decided.
import type { AccountEvent } from '../account/events.ts'
import type { AccountState } from '../account/state.ts'
import { isEmpty } from '../closing/closing.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import { RESETTLEMENT_WINDOW_MS } from '../limits.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { ErasePersonalData } from './erasure-commands.ts'

export function decideErasePersonalData(
  { type: _, ...data }: ErasePersonalData,
  meta: CommandMeta,
  state: AccountState,
): Decision<AccountEvent> {
  const refused = refusalOfErasure(meta, state)
  if (refused !== null) return refused
  return state.erased ? ALREADY_DONE : accept({ type: 'PersonalDataErased', schema: 1, data })
}

/** Why this actor may not erase the personal data of this account now; null if it is allowed, or done already. */
export function refusalOfErasure(
  { actor, at, reason }: Pick<CommandMeta, 'actor' | 'at' | 'reason'>,
  state: AccountState,
) {
  if (state.opened === null) return refuse('account_missing')
  if (state.opened.role !== 'user') return refuse('not_a_bettor')
  if (actor.role !== 'super-admin') return refuse('super_admin_required')
  if (state.erased) return null
  if ((reason?.text ?? null) === null) return refuse('reason_missing')
  if (!state.closed) return refuse('account_not_closed')
  if (!isEmpty(state)) return refuse('account_not_empty')
  return mayBeCorrected(state, at) ? refuse('erasure_too_early') : null
}

/** Whether a result that settled a bet of this account may still be corrected. */
function mayBeCorrected({ settled }: AccountState, at: string): boolean {
  const since = Date.parse(at) - RESETTLEMENT_WINDOW_MS
  for (const { settledAt } of settled.values()) if (Date.parse(settledAt) > since) return true
  return false
}
