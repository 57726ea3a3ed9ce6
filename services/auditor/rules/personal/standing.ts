// That nothing is recorded of an admin who was blocked or removed before.
import type { EventType } from '../../events/body.ts'
import { type CheckContext, DECIDED_WITHIN_MS } from '../../replay/event-check.ts'

/**
 * In system time: what an admin does is bound to the standing as it is recorded, or where a store cannot hold one stream against
 * another, as it was read right before.
 */
const ON_ITS_WAY_MS = 100
/** Bound to the budget that is in force: the standing is looked at before. */
const LOOKED_AT_BEFORE: ReadonlySet<EventType> = new Set<EventType>(['TreasuryDrawn', 'TreasuryDrawRequested'])
/** On the own account: what became of a command of before, and what is judged where it is folded. */
const OWN: ReadonlySet<EventType> = new Set<EventType>([
  ...(['TransferReturned', 'RequestEnded'] as const),
  ...(['EmailChanged', 'SecondFactorEnabled', 'SecondFactorDisabled', 'RecoveryCodesRenewed'] as const),
])

export function checkStanding({ type, meta, place, stream, subject, state, findings }: CheckContext): void {
  const { id, role } = meta.actor
  // of sessions it is judged with the moment between
  if (role !== 'admin' || stream.kind === 'session' || (subject === id && OWN.has(type))) return
  const actor = (id === subject ? stream.account : null) ?? state.accounts.get(id)
  const since = actor?.closedRecordedAt ?? actor?.blockedRecordedAt ?? null
  if (since === null) return
  const withinMs = LOOKED_AT_BEFORE.has(type) ? DECIDED_WITHIN_MS : ON_ITS_WAY_MS
  if (Date.parse(meta.recordedAt) - Date.parse(since) <= withinMs) return
  const how = actor?.closed ? 'removed' : 'blocked'
  findings.at(place, 'actor_implausible', 'an admin who may act', `${how} at ${since}`, id)
}
