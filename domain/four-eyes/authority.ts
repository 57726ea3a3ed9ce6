// What the admins of one hand decide by hand alone in a business day. It is counted before the decision takes effect,
// on the account of the admin whose hand it is: the one whom no plain admin added. Everyone that admin added, directly
// or through others, counts there.
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
  // an actor who uses another admin's hand is checked on their own stream
  if (actor.id === state.id && state.closed) return refuse('account_closed')
  if (actor.id === state.id && state.blocked) return refuse('account_blocked')
  if (!isTransferAmount(movesCents, 1)) return refuse('amount_invalid')
  const leftCents = leftOn(state.authority, perDayCents, at)
  if (movesCents > leftCents) return refuse('authority_used_up', { leftCents })
  return accept({ type: 'AuthorityUsed', schema: 1, data: { decision, movesCents, perDayCents } })
}
