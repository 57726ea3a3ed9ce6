// Every command on the sessions of an account.

import { businessDay } from '../calendar/business-day.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { RecordFailedSignIns, RecordView, SessionCommand } from './commands.ts'
import type { SessionEvent } from './events.ts'
import { type SessionState, viewedBy } from './state.ts'

/** Whether the account may sign in is decided earlier, where its password is checked. */
export function decideSessions(
  command: SessionCommand,
  meta: CommandMeta,
  state: SessionState,
): Decision<SessionEvent> {
  const { actor } = meta
  if (command.type === 'RecordView') return decideView(command, meta, state)
  if (command.type === 'RecordFailedSignIns') {
    if (actor.role !== 'system') throw new Error(`failed sign-ins are counted by the product, not by ${actor.role}`)
    return decideFailed(command, state)
  }
  if (actor.role !== 'system' && actor.id !== state.id) return refuse('not_the_owner')
  const { session } = command
  if (command.type === 'SignIn') {
    const data = { session, ...(command.secondFactor && { secondFactor: true as const }) }
    return accept({ type: 'SignedIn', schema: 1, data })
  }
  const data = { session, ...(command.others && { others: true as const }) }
  return accept({ type: 'SignedOut', schema: 1, data })
}

/** Each hour is counted once, in order. */
function decideFailed(
  { hour, passwords, codes, refused, networks }: RecordFailedSignIns,
  { failedHour }: SessionState,
): Decision<SessionEvent> {
  if (failedHour !== null && hour <= failedHour) return ALREADY_DONE
  const counts = {
    ...(passwords > 0 && { passwords }),
    ...(codes > 0 && { codes }),
    ...(refused > 0 && { refused }),
  }
  return accept({ type: 'SignInsFailed', schema: 1, data: { hour, ...counts, networks } })
}

/** Once per business day, viewer and kind; a day before the last one recorded does not count again. */
function decideView(
  { what }: RecordView,
  { actor, at }: CommandMeta,
  { viewed }: SessionState,
): Decision<SessionEvent> {
  if (actor.role === 'user' || actor.role === 'system') return refuse('not_an_admin')
  const day = businessDay(at)
  const last = viewed.get(viewedBy(actor.id, what))
  if (last !== undefined && day <= last) return ALREADY_DONE
  return accept({ type: 'PersonalDataViewed', schema: 1, data: { what, day } })
}
