// Sessions that the desk ends: a bettor's by any admin, an admin's by a super admin. People end their own in Settings.
import type { AccountEvent } from '../account/events.ts'
import { isAdmin } from '../account/permissions.ts'
import type { AccountState } from '../account/state.ts'
import { accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { EndSessions } from './access-commands.ts'

/** Never answers ALREADY_DONE: the ledger does not know which sessions exist, so every such command is recorded. */
export function decideEndSessions(
  { session }: EndSessions,
  meta: CommandMeta,
  state: AccountState,
): Decision<AccountEvent> {
  const { actor } = meta
  if (state.opened === null) return refuse('account_missing')
  if (!isAdmin(meta)) return refuse('not_an_admin')
  if (state.opened.role !== 'user' && actor.role !== 'super-admin') return refuse('super_admin_required')
  if (actor.id === state.id) return refuse('own_account')
  return accept({ type: 'SessionsEnded', schema: 1, data: session === null ? {} : { session } })
}
