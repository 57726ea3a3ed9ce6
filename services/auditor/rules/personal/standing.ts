// Checks that nothing is recorded of an admin who was blocked or removed before, except what was under way at that
// moment: on a store that cannot append to one stream on condition of another, the standing is read before the append,
// and for draws it is on every store.
import type { EventType } from '../../events/body.ts'
import { type CheckContext, justBefore } from '../../replay/event-check.ts'

/**
 * Exceptions on the admin's own account: the outcome of an earlier command, and events whose own rules check the
 * standing.
 */
const OWN: ReadonlySet<EventType> = new Set<EventType>([
  ...(['TransferReturned', 'RequestEnded'] as const),
  ...(['EmailChanged', 'SecondFactorEnabled', 'SecondFactorDisabled', 'RecoveryCodesRenewed'] as const),
])

export function checkStanding({ type, meta, place, stream, subject, state, findings }: CheckContext): void {
  const { id, role } = meta.actor
  // the rules for sessions check the standing themselves, with some tolerance for time
  if (role !== 'admin' || stream.kind === 'session' || (subject === id && OWN.has(type))) return
  const actor = (id === subject ? stream.account : null) ?? state.accounts.get(id)
  const since = actor?.closedRecordedAt ?? actor?.blockedRecordedAt ?? null
  if (since === null || since >= justBefore(meta.recordedAt)) return
  const how = actor?.closed ? 'removed' : 'blocked'
  findings.at(place, 'actor_implausible', 'an admin who may act', `${how} at ${since}`, id)
}
