// Checks failed sign-ins, which the product counts by the hour: each hour once, after its end, in order.
import { SKEW_MS } from '../../events/times/stored-times.ts'
import type { EventCheck } from '../../replay/event-check.ts'
import { ownerOf } from './sessions.ts'

const HOUR_MS = 3_600_000

export function countFailures(event: EventCheck<'SignInsFailed'>): void {
  const { data, meta, place, subject, findings } = event
  const { hour, passwords = 0, codes = 0, refused = 0, networks } = data
  const account = ownerOf(event)
  if (account === null) return
  const wrong = (expected: string, actual: string | number) =>
    findings.at(place, 'failures_implausible', expected, actual, subject)
  if (meta.actor.role !== 'system') {
    findings.at(place, 'actor_implausible', 'a part of the product', meta.actor.role, subject)
  }
  const begin = Date.parse(hour)
  const end = begin + HOUR_MS
  // negated, so that it is true for NaN, too
  if (!(begin % HOUR_MS === 0)) wrong('a whole hour', hour)
  if (end > Date.parse(meta.recordedAt) + SKEW_MS) wrong('an hour that is over', hour)
  if (end <= Date.parse(account.openedRecordedAt) - SKEW_MS) wrong(`an hour since ${account.openedRecordedAt}`, hour)
  if (account.failedHour !== null && hour <= account.failedHour) wrong(`an hour after ${account.failedHour}`, hour)
  if (passwords + codes === 0) wrong('a wrong password or code', 'none')
  if (networks > passwords + codes + refused) wrong('no more networks than attempts', networks)
  account.failedHour = hour
}
