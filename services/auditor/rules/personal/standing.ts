// That nothing is recorded of an admin who was blocked or removed before, but for what was on its way at that moment: on a store that
// cannot hold one stream against another the standing is read before the append, and of a draw everywhere.
import type { EventType } from '../../events/body.ts'
import { type CheckContext, justBefore } from '../../replay/event-check.ts'

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
  if (since === null || since >= justBefore(meta.recordedAt)) return
  const how = actor?.closed ? 'removed' : 'blocked'
  findings.at(place, 'actor_implausible', 'an admin who may act', `${how} at ${since}`, id)
}
