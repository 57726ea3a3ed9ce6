// Checks sign-ins, and follows what ends sessions: their owners, the desk, and changes of access.
import type { Body, EventType } from '../../events/body.ts'
import { type Account, endOf } from '../../replay/entities.ts'
import { DECIDED_WITHIN_MS, type EventCheck } from '../../replay/event-check.ts'
import type { State } from '../../replay/state.ts'
import type { SignedInSessions } from './signed-in.ts'

const DAY_MS = 86_400_000
/** No session lasts longer than 90 days. One day more, for differing clocks. */
const LONGEST_MS = 91 * DAY_MS
/** A request made in a session is recorded within this time, whatever delays it. */
const RECORDED_WITHIN_MS = 600_000

const later = (time: string, byMs: number): string => new Date(Date.parse(time) + byMs).toISOString()

/** Whether a session of the account that was begun or used at `then` may be from before sign-ins were events. */
export const isOlderSession = ({ since }: SignedInSessions, account: Account, then: string): boolean =>
  since === null || (!account.nameAsTyped && then < since)

export function signIn(event: EventCheck<'SignedIn'>): void {
  const { data, meta, place, subject, state, findings } = event
  const { session, secondFactor = false } = data
  const { recordedAt } = meta
  const account = ownerOf(event)
  if (account === null) return
  const { signedIn } = state
  signedIn.since ??= recordedAt
  const wrong = (expected: string, actual: string) =>
    findings.at(place, 'sign_in_implausible', expected, actual, subject)
  if ((account.blocked || account.closed) && !signedIn.hasJustEnded(subject, recordedAt)) {
    wrong('an account that is not blocked', endOf(account) ?? 'blocked')
  }
  if (secondFactor && account.accessSecrets.size === 0) wrong('no second factor', 'one that the account never had')
  const { factor, factorSince } = account
  if (!secondFactor && factor !== null && recordedAt > later(factorSince!, DECIDED_WITHIN_MS)) {
    wrong('the second factor of the account', 'none')
  }
  beginSession(event, session, secondFactor)
}

/** A sign-up signs in as well. */
export function beginSession(
  { meta, place, subject, state, findings }: EventCheck<'SignedIn' | 'AccountOpened'>,
  session: string,
  secondFactor = false,
): void {
  // every commitment has its own salt, so a repeated one was copied
  const before = state.signedIn.get(session)
  if (before !== undefined) findings.at(place, 'session_repeated', 'a new commitment', session, subject)
  else state.signedIn.begin(subject, session, place, meta.recordedAt, secondFactor)
}

export function signOut(event: EventCheck<'SignedOut'>): void {
  const { data, meta, subject, state, place, findings } = event
  if (ownerOf(event) === null) return
  const { session, others = false } = data
  const owner = state.signedIn.get(session)?.account ?? subject
  if (owner !== subject) findings.at(place, 'session_mismatch', owner, subject, subject)
  state.signedIn.end(subject, meta.recordedAt, (one) => (one === session) !== others)
}

/**
 * The account of a stream of sessions. Reports an actor that is neither this account nor the product, and an unknown
 * account.
 */
export function ownerOf({
  meta,
  place,
  subject,
  state,
  findings,
}: EventCheck<'SignedIn'> | EventCheck<'SignedOut'> | EventCheck<'SignInsFailed'>): Account | null {
  const { id, role } = meta.actor
  if (role !== 'system' && id !== subject) findings.at(place, 'actor_implausible', 'the account itself', id, subject)
  const account = state.accounts.get(subject) ?? null
  if (account === null) findings.at(place, 'account_unknown', 'an account that was opened', 'none', subject)
  return account
}

/** Applies what an event on the account's own stream does to the account's sessions. */
export function endSessionsWith({ type, data, meta }: Body, account: Account, { signedIn }: State): void {
  const { id } = account
  const { recordedAt, session } = meta
  switch (type) {
    case 'PasswordChanged':
    case 'AccountBlocked':
    case 'AdminRemoved':
    case 'AccountClosed':
      signedIn.end(id, recordedAt)
      break
    case 'SessionsEnded':
      signedIn.end(id, recordedAt, (one) => data.session === undefined || one === data.session)
      break
    case 'SecondFactorEnabled': {
      signedIn.end(id, recordedAt, (one) => one !== session)
      const own = session === null ? undefined : signedIn.get(session)
      if (own !== undefined) own.proven = true
      break
    }
    case 'SecondFactorDisabled':
    case 'SecondFactorRemoved':
      signedIn.end(id, recordedAt, (one) => one !== session)
      break
    default:
  }
}

/** What a registration records once the money for it was sent, or the account was opened. */
const OF_REGISTRATION: ReadonlySet<EventType> = new Set<EventType>([
  ...(['AccountOpened', 'WelcomeGranted', 'TransferReceived', 'TransferReturned'] as const),
  ...(['TreasuryDrawn', 'TreasuryDrawRequested'] as const),
])

/** Whether the event finishes a registration that may have been requested long before. */
function isFinished({ type, meta: { actor, causation } }: Body): boolean {
  if (causation === null || !OF_REGISTRATION.has(type)) return false
  return type.startsWith('Treasury') ? causation.endsWith('@0') : causation.startsWith(`account-${actor.id}@`)
}

/** Why a person could not have requested the event in its session; null if nothing is known against it. */
export function sessionFault(body: Body, { signedIn, accounts }: State): 'ended' | 'never begun' | 'none' | null {
  const { session, actor, recordedAt } = body.meta
  if (session === null) {
    const isOlder = signedIn.since === null || recordedAt <= signedIn.since || isFinished(body)
    return isOlder ? null : 'none'
  }
  const begun = signedIn.get(session)
  if (begun === undefined) {
    const account = accounts.get(actor.id)
    const { since } = signedIn
    if (account === undefined || since === null) return null
    return isOlderSession(signedIn, account, later(recordedAt, -LONGEST_MS)) ? null : 'never begun'
  }
  if (begun.endedAt === null || isFinished(body)) return null
  return recordedAt > later(begun.endedAt, RECORDED_WITHIN_MS) ? 'ended' : null
}
