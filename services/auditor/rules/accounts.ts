// Checks accounts: who opened and ended them, their roles, and whether they may act.
import { ledgerAccount } from '../book/book.ts'
import type { EventType } from '../events/body.ts'
import type { Role } from '../events/payloads.ts'
import type { Account } from '../replay/entities.ts'
import type { CheckContext, EventCheck } from '../replay/event-check.ts'
import { beginSession } from './personal/sessions.ts'

export function openAccount(event: EventCheck<'AccountOpened'>): void {
  const { schema, data, meta, place, stream, subject, state, findings } = event
  if (stream.account !== null || place.version !== 0) {
    findings.at(place, 'account_repeated', 'the first event of its stream', 'AccountOpened', subject)
    if (stream.account !== null) return
  }
  checkOpener(event)
  const opener = openerFault(data.role, data.openedBy, state.accounts)
  if (opener !== null) findings.at(place, 'opener_implausible', opener, data.openedBy, subject)
  if (data.role === 'user') state.bettors += 1
  const account: Account = {
    id: subject,
    role: data.role,
    openedBy: data.openedBy,
    openedAt: meta.at,
    openedRecordedAt: meta.recordedAt,
    username: data.username,
    nameAsTyped: schema >= 2,
    passwords: [data.password],
    passwordSince: meta.recordedAt,
    emails: [],
    emailSince: null,
    factor: null,
    accessSecrets: new Set(),
    factorSince: null,
    failedHour: null,
    wallet: ledgerAccount('wallet', subject),
    float: ledgerAccount('float', subject),
    owed: ledgerAccount('owed', subject),
    blocked: false,
    blockedRecordedAt: null,
    closed: false,
    closedRecordedAt: null,
    closingSince: null,
    settledAt: '',
    erasure: null,
    bets: null,
    play: null,
    caps: { stake: null, payout: null },
  }
  state.accounts.add(stream, account)
  if (data.openedBy === 'sign-up' && meta.session !== null) beginSession(event, meta.session)
  checkByLeave(event, account)
}

/**
 * Who opened it is who did it, from whom it is told which admins may be one person; and setup opens what a ledger
 * begins with.
 */
function checkOpener({ data, meta, place, subject, state, findings }: EventCheck<'AccountOpened'>): void {
  const { openedBy } = data
  const { id, role } = meta.actor
  const wrong = (expected: string, actual: string) =>
    findings.at(place, 'opener_implausible', expected, actual, subject)
  // the first sign-ups were their own
  const isSignUp = openedBy === 'sign-up' && (role === 'system' || id === subject)
  if (!isSignUp && openedBy !== id) wrong(`by ${openedBy}`, `by ${id}`)
  // by themselves, bettors may leave it open
  if (openedBy !== 'sign-up' && data.ageAttested !== (openedBy !== 'setup')) {
    wrong(openedBy === 'setup' ? 'nobody who declares an age' : 'somebody of age', `age declared: ${data.ageAttested}`)
  }
  if (openedBy === 'setup' && state.deskHasActed) wrong('an admin, as there were some by then', openedBy)
}

/** Who should have opened an account of this role; null if they did. */
function openerFault(role: Role, openedBy: string, accounts: CheckContext['state']['accounts']): string | null {
  if (openedBy === 'setup') return role === 'auditor' ? 'a super admin' : null
  if (openedBy === 'sign-up') return role === 'user' ? null : 'an admin, or setup'
  const opener = accounts.get(openedBy)?.role
  const isForAdmins = role === 'user' || role === 'admin'
  if (opener === 'super-admin' || (opener === 'admin' && isForAdmins)) return null
  return isForAdmins ? 'an admin' : 'a super admin'
}

/** The account of an event's stream; reports it if there is none. */
export function accountOf({ place, stream, subject, findings }: CheckContext): Account | null {
  const { account } = stream
  if (account === null) findings.at(place, 'account_unknown', 'an account that was opened', 'none', subject)
  return account
}

/** Since when nothing more is sent to it: it is closed, or is to be; null otherwise. */
export const endingSince = ({ closedRecordedAt, closingSince }: Account): string | null =>
  closedRecordedAt ?? closingSince

/** `recordedAt`: of the event that ends the account. */
export function endAccount(state: CheckContext['state'], account: Account, recordedAt: string): void {
  if (account.role === 'user' && !account.closed) state.bettors -= 1
  account.closed = true
  account.closedRecordedAt ??= recordedAt
}

/** Reports a plain admin who opens, blocks or removes an auditor: auditors are there to see what admins do. */
function checkByLeave({ meta, place, findings }: CheckContext, account: Account): void {
  const { id, role } = meta.actor
  if (account.role !== 'auditor' || role === 'super-admin' || role === 'system') return
  findings.at(place, 'actor_implausible', 'a super admin, as it is an auditor', role, id)
}

/** Only a super admin lets in one of the desk: a plain admin's account may belong to the person who was blocked. */
function checkLetIn({ meta, place, state, findings }: CheckContext, { role }: Account): void {
  if (role === 'user' || meta.actor.role === 'super-admin') return
  // before there were draws on the treasury, any admin could let in another one
  if (role === 'admin' && !state.floatsAreDrawn) return
  findings.at(place, 'actor_implausible', 'a super admin, as it is one of the desk', meta.actor.role, meta.actor.id)
}

/** Another admin ends the account of a plain admin or an auditor for good. The treasury gets what the float holds. */
export function removeAdmin(event: EventCheck<'AdminRemoved'>): void {
  const { data, meta, place, findings, state, subject } = event
  const account = accountOf(event)
  if (account === null) return
  const wrong = (expected: string, actual: string) =>
    findings.at(place, 'removal_implausible', expected, actual, subject)
  if (account.role !== 'admin' && account.role !== 'auditor')
    wrong('an admin, no super admin, or an auditor', account.role)
  checkByLeave(event, account)
  if (account.closed) wrong('an admin who is there', 'removed before')
  if (meta.actor.id === subject) wrong('somebody else', meta.actor.id)
  if (data.floatCents !== account.float.cents) {
    findings.at(place, 'before_mismatch', account.float.cents, data.floatCents, subject)
  }
  endAccount(state, account, meta.recordedAt)
  state.book.post(account.float, state.book.treasury, data.floatCents)
}

export function changeStanding(event: EventCheck<'AccountBlocked' | 'AccountUnblocked'>): void {
  const { type, meta, place, findings, subject } = event
  const account = accountOf(event)
  if (account === null) return
  const blocks = type === 'AccountBlocked'
  if (account.blocked === blocks) {
    findings.at(place, 'standing_repeated', blocks ? 'not blocked' : 'blocked', account.blocked, subject)
  }
  if (blocks && account.role === 'super-admin') {
    findings.at(place, 'actor_implausible', 'no super admin is blocked', account.role, subject)
  }
  if (meta.actor.id === subject) findings.at(place, 'actor_implausible', 'somebody else', meta.actor.id, subject)
  // an account that has ended stays as it ended
  if (account.closed) {
    findings.at(place, 'standing_repeated', 'an account that is there', `ended at ${account.closedRecordedAt}`, subject)
  }
  if (blocks) checkByLeave(event, account)
  else checkLetIn(event, account)
  account.blocked = blocks
  account.blockedRecordedAt = blocks ? meta.recordedAt : null
}

const ON_ONESELF: ReadonlySet<EventType> = new Set<EventType>([
  'BetPlaced',
  'AccountOpened',
  'WelcomeGranted',
  'PasswordChanged',
  'EmailChanged',
  'SecondFactorEnabled',
  'SecondFactorDisabled',
  'RecoveryCodesRenewed',
  'PlayLimitSet',
  'BreakTaken',
  'RequestEnded',
  'SignedIn',
  'SignedOut',
  'ClosingRequested',
  'ClosingCancelled',
])

/** All that auditors record themselves, besides views: changes of their own access. */
const OF_AUDITORS: ReadonlySet<EventType> = new Set<EventType>([
  'PasswordChanged',
  'SecondFactorEnabled',
  'SecondFactorDisabled',
  'RecoveryCodesRenewed',
  'SignedIn',
  'SignedOut',
])

/** All that parts of the product do in their own name: anything else is done by people, who answer for it. */
const OF_PRODUCT: ReadonlySet<EventType> = new Set<EventType>([
  ...(['LogStarted', 'LogKeyChanged', 'BackupRestored', 'SettingsSet', 'QuotesPublished'] as const),
  ...(['AccountOpened', 'WelcomeGranted', 'SignedIn', 'SignedOut', 'SignInsFailed', 'AccountClosed'] as const),
  ...(['FloatSet', 'TransferReceived', 'TransferReturned', 'GoodwillPaid'] as const),
  ...(['FixtureListed', 'ProviderIdLinked', 'FixtureMoved', 'FixtureAbandoned'] as const),
  ...(['ResultRecorded', 'ResultCorrected', 'BetSettled', 'BetResettled'] as const),
])

/** Checks that the actor has the role that the event states, and that this role may do such a thing at all. */
export function checkActor({ type, meta, place, stream, subject, state, findings }: CheckContext): void {
  const { id, role } = meta.actor
  const wrong = (expected: string, actual: string) => findings.at(place, 'actor_implausible', expected, actual, id)
  if (role === 'system') {
    if (id.length === 32) wrong('a part of the product', id)
    if (!OF_PRODUCT.has(type)) wrong(type === 'BetPlaced' ? 'the bettor' : 'a person', id)
    return
  }
  if (role !== 'user') state.deskHasActed = true
  const known = (id === subject ? stream.account : null) ?? state.accounts.get(id)
  if (known?.role !== role) {
    wrong(`an account of role ${role}`, known ? known.role : 'no such account')
    return
  }
  if (role === 'user' && !(ON_ONESELF.has(type) && subject === id)) wrong('an admin, or the product', role)
  const isOwnAccess = OF_AUDITORS.has(type) && subject === id
  if (role === 'auditor' && !isOwnAccess && type !== 'PersonalDataViewed') wrong('somebody who may write', role)
  // the rules for sessions check this themselves, with some tolerance for time
  if (role === 'user' && known.closed && stream.kind !== 'session') {
    wrong('an account that is not closed', 'closed before')
  }
  if (role !== 'user' && type === 'BetPlaced') wrong('the bettor', role)
}
