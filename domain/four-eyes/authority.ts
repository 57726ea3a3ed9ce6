// What the admins of one hand decide by hand alone, over a business day. It is counted before it happens, on the account of the
// admin whose hand it is: whom a super admin added, with all whom that admin added.
import type { AccountEvent } from '../account/events.ts'
import type { AccountState } from '../account/state.ts'
import { leftOn } from '../calendar/business-day.ts'
import { accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import { isTransferAmount } from '../transfer/transfer-amount.ts'
import type { UseAuthority } from './four-eyes-commands.ts'

export function decideUseAuthority(
  { decision, movesCents, perDayCents }: UseAuthority,
  { actor, at }: CommandMeta,
  state: AccountState,
): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  if (state.opened.role !== 'admin' || actor.role !== 'admin') return refuse('not_an_admin')
  // of another hand it is the actor's own stream that says it
  if (actor.id === state.id && state.closed) return refuse('account_closed')
  if (actor.id === state.id && state.blocked) return refuse('account_blocked')
  if (!isTransferAmount(movesCents, 1)) return refuse('amount_invalid')
  const leftCents = leftOn(state.authority, perDayCents, at)
  if (movesCents > leftCents) return refuse('authority_used_up', { leftCents })
  return accept({ type: 'AuthorityUsed', schema: 1, data: { decision, movesCents, perDayCents } })
}
