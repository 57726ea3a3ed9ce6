// Checks requests to the admins: each is ended once, by an admin other than the person who asked or, if withdrawn, by
// that person.
import { placeOf } from '../../findings/findings.ts'
import type { EventCheck } from '../../replay/event-check.ts'
import { accountOf } from '../accounts.ts'
import { checkNotErased } from './erasures.ts'

/** Whether a kind of request has an amount. Unknown kinds may have one. */
const HAS_AMOUNT: ReadonlyMap<string, boolean> = new Map([
  ['deposit', true],
  ['pay-out', true],
  ['password', false],
  ['closing', false],
])

export function endRequest(event: EventCheck<'RequestEnded'>): void {
  const { data, meta, place, subject, state, findings } = event
  const account = accountOf(event)
  if (account === null) return
  checkNotErased(event, account)
  const { request, kind, amountCents = null, note = null, outcome } = data
  const { id: by, role } = meta.actor
  if (outcome === 'withdrawn') {
    if (by !== subject) findings.at(place, 'actor_implausible', 'the account itself', by, subject)
  } else if (by === subject || (role !== 'admin' && role !== 'super-admin')) {
    findings.at(place, 'actor_implausible', 'an admin who did not ask', `${role} ${by}`, subject)
  }
  const hasAmount = HAS_AMOUNT.get(kind) ?? amountCents !== null
  if (hasAmount !== (amountCents !== null)) {
    findings.at(place, 'request_misstated', hasAmount ? 'an amount' : 'no amount', amountCents ?? 'none', subject)
  }
  const reason = meta.reason?.text ?? null
  if (outcome === 'declined' && reason === null) {
    findings.at(place, 'request_misstated', 'a reason', 'none', subject)
  }
  const before = state.endedRequests.get(request)
  if (before !== undefined) {
    findings.at(place, 'request_repeated', `${before.outcome} at ${before.at}`, outcome, subject)
    return
  }
  const { at, recordedAt } = meta
  state.endedRequests.set(request, {
    place: placeOf(place),
    account: subject,
    kind,
    amountCents,
    note,
    outcome,
    by,
    reason,
    at,
    recordedAt,
  })
}
