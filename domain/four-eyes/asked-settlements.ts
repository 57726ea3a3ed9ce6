// Decisions that wait on a stream for a second admin: their fold, and asking, approving and declining.
import { hasAdminRights } from '../account/permissions.ts'
import type { Recorded } from '../aggregate.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { Actor, CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { Newest } from '../versions/newest.ts'
import type { fourEyesEvents, SettlementAsked } from './four-eyes-events.ts'

export type FourEyesEvent = Newest<typeof fourEyesEvents>

/** `at`: business time at which it was asked. `version`: of the event that asked. */
export type AskedSettlement = {
  readonly data: SettlementAsked
  readonly by: Actor
  readonly at: string
  readonly version: number
}

/** The part of a state that remembers what waits, by request; absent until something does. */
export type AskedSettlements = { asked?: Map<string, AskedSettlement> }

export function foldFourEyes(state: AskedSettlements, event: Recorded<FourEyesEvent>): void {
  if (event.type === 'SettlementAsked') {
    const { meta, version, data } = event
    state.asked ??= new Map()
    state.asked.set(data.request, { data, by: meta.actor, at: meta.at, version })
  } else state.asked?.delete(event.data.request)
}

type Asked = Omit<SettlementAsked, 'request'>

/** `decision`: what the command would come to now. Only one decision at a time waits for a bet or a fixture. */
export function decideAsk(
  asked: Asked,
  meta: CommandMeta,
  state: AskedSettlements,
  decision: Decision<unknown>,
): Decision<FourEyesEvent> {
  if (!decision.accepted) return decision
  if (decision.events.length === 0) return ALREADY_DONE
  const waiting = [...(state.asked?.values() ?? [])].some(({ data }) => data.bet === asked.bet)
  if (waiting) return refuse('settlement_waits')
  return accept({ type: 'SettlementAsked', schema: 2, data: { request: meta.command.id, ...asked } })
}

/** Approval by a second admin. The command is then decided with the rights of the admin who asked. */
export function decideApproval<Event>(
  request: string,
  meta: CommandMeta,
  state: AskedSettlements,
  decide: (asked: AskedSettlement, asking: CommandMeta) => Decision<Event>,
): Decision<Event | FourEyesEvent> {
  if (!hasAdminRights(meta)) return refuse('not_an_admin')
  const asked = state.asked?.get(request)
  if (asked === undefined) return refuse('settlement_not_asked')
  if (asked.by.id === meta.actor.id) return refuse('second_admin_required')
  const decision = decide(asked, { ...meta, actor: asked.by })
  if (!decision.accepted) return decision
  const data = { request, askedBy: asked.by.id }
  return accept<Event | FourEyesEvent>({ type: 'SettlementApproved', schema: 1, data }, ...decision.events)
}

export function decideDecline(request: string, meta: CommandMeta, state: AskedSettlements): Decision<FourEyesEvent> {
  if (!hasAdminRights(meta)) return refuse('not_an_admin')
  const asked = state.asked?.get(request)
  if (asked === undefined) return refuse('settlement_not_asked')
  return accept({ type: 'SettlementDeclined', schema: 1, data: { request, askedBy: asked.by.id } })
}
