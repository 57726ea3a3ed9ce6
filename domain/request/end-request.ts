// Ending a request: once, either answered by an admin who did not ask, or withdrawn by the person who asked. If both
// come at the same moment, the order of the stream decides.
import type { AccountEvent } from '../account/events.ts'
import { isAdmin } from '../account/permissions.ts'
import type { AccountState } from '../account/state.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { EndRequest } from './request-commands.ts'

export function decideEndRequest(
  { type: _, ...data }: EndRequest,
  meta: CommandMeta,
  state: AccountState,
): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  const isOwn = meta.actor.id === state.id
  if (data.outcome === 'withdrawn') {
    if (!isOwn) return refuse('not_the_owner')
  } else {
    if (!isAdmin(meta)) return refuse('not_an_admin')
    if (isOwn) return refuse('own_account')
  }
  const ended = state.endedRequests.get(data.request)
  if (ended !== undefined) {
    return ended.outcome === data.outcome && ended.by === meta.actor.id ? ALREADY_DONE : refuse('request_decided')
  }
  if (data.outcome === 'declined' && (meta.reason?.text ?? null) === null) return refuse('answer_required')
  return accept({ type: 'RequestEnded', schema: 1, data })
}
