// The rows of sessions against their commitments, and against what the log says of each session: its owner, its
// sign-in, its end.
import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { State } from '../replay/state.ts'
import { isOlderSession } from '../rules/personal/sessions.ts'
import type { SignedIn } from '../rules/personal/signed-in.ts'
import type { Known } from '../spill/known.ts'
import { Spill } from '../spill/spill.ts'
import { commitmentOf, isNewer, rowsOf } from './commitments.ts'
import type { UnderWay } from './under-way.ts'

type SessionRow = {
  account: string
  hasIdentity: boolean
  ip: string
  userAgent: string
  salt: Buffer
  commitment: string
  since: Date
  isLive: boolean
  isProven: boolean
  recordingSince: Date | null
}

/**
 * What is stored of a session. `isLive`: its row, so it may still be signed in. `isKept`: where it began, which is kept
 * for longer.
 */
type StoredSession = {
  readonly account: string
  readonly hasIdentity: boolean
  readonly since: string
  isLive: boolean
  isKept: boolean
  /** Whether it counts as begun with a second factor. */
  isProven: boolean
  /** Since when the sign-in is being recorded, so that the ledger may not have it yet; null if it is not. */
  readonly recordingSince: string | null
}

/**
 * What may be stored of a session, each for a time of its own: that it requested something, where it began, and its row
 * until it ends.
 */
type Part = 'asked' | 'began' | 'live'

/**
 * `stored`: by commitment. `keptFrom`: system time before which a part may have been deleted because of its age; null
 * if no rows were read. `keptBy`: system time before which nothing was stored at all; null if not known.
 */
export type Sessions = {
  readonly stored: Known<StoredSession>
  readonly keptFrom: Readonly<Record<Part, string>> | null
  readonly keptBy: string | null
}

export const NO_SESSIONS: Sessions = { stored: new Spill().scratch(), keptFrom: null, keptBy: null }

/**
 * System time since when a part of every session has to be there; null if none has to. `firstSignIn`: the first sign-in
 * in the log. By then addresses had long been kept, whatever the database says about `keptBy`.
 */
export function keptSince({ keptFrom, keptBy }: Sessions, part: Part, firstSignIn: string | null): string | null {
  const known = [keptBy, firstSignIn].filter((time) => time !== null).toSorted()[0]
  if (keptFrom === null || known === undefined) return null
  return known > keptFrom[part] ? known : keptFrom[part]
}

/** The migration since which the addresses of sessions are kept. */
const KEPT_BY = '032-command-addresses.sql'
/**
 * An address is kept for 180 days from the start of its session, which lasts 90 days at most. One day less, for
 * differing clocks.
 */
const KEPT = `interval '89 days'`
const ADDRESS_KEPT = `interval '179 days'`
/** A session that is not used lasts 30 days. */
const LIVE = `interval '29 days'`

/** How many sessions stay in memory: every event that was requested in a session looks one up. */
const IN_MEMORY = 24_576

/** Checks every row against its commitment, and returns what is stored. */
export async function readSessions(client: pg.Client, findings: Findings, spill: Spill): Promise<Sessions> {
  const stored = spill.scratch<StoredSession>(IN_MEMORY)
  const query = `select s.*, i.account_id is not null as "hasIdentity" from (
      select account_id as account, ip, user_agent as "userAgent", salt, commitment, created_at as since,
        true as "isLive", second_factor as "isProven", null::timestamptz as "recordingSince" from app.session
      union all select account_id, ip, user_agent, salt, commitment, since, false, false, recording_since
        from app.session_address) as s
    left join app.identity i on i.account_id = s.account order by commitment, "isLive"`
  for await (const row of rowsOf<SessionRow>(client, query)) {
    const { account, hasIdentity, commitment, ip, userAgent, salt, since, isLive, isProven } = row
    const other = stored.get(commitment)
    if (other !== undefined && other.account !== account) {
      findings.about(`session ${commitment}`, 'session_mismatch', other.account, account, account)
    }
    // somebody with a second token would get in as the same person without signing in
    if (other?.isLive && isLive) {
      findings.about(`session ${commitment}`, 'session_mismatch', 'one token', 'several', account)
    }
    const recordingSince = row.recordingSince?.toISOString() ?? null
    const began = {
      account,
      hasIdentity,
      since: since.toISOString(),
      isLive,
      isKept: !isLive,
      isProven,
      recordingSince,
    }
    const about = other ?? began
    about.isLive ||= isLive
    about.isProven ||= isProven
    stored.set(commitment, about)
    spill.settle()
    const due = commitmentOf(salt, { ip, userAgent })
    if (due !== commitment) findings.about(`session ${commitment}`, 'session_commitment', commitment, due, account)
  }
  const { rows } = await client.query<Record<Part, Date> & { kept: Date | null }>(
    `select clock_timestamp() - ${KEPT} as asked, clock_timestamp() - ${ADDRESS_KEPT} as began, clock_timestamp() - ${LIVE} as live,
        (select applied_at from log.migration where name = $1) as kept`,
    [KEPT_BY],
  )
  const { asked, began, live, kept } = rows[0]!
  const keptFrom = { asked: asked.toISOString(), began: began.toISOString(), live: live.toISOString() }
  return { stored, keptFrom, keptBy: kept?.toISOString() ?? null }
}

/**
 * Compares what is stored with the whole log. Returns how many of the sessions are from before sign-ins were events.
 */
export function checkSessions(
  sessions: Sessions,
  { signedIn, accounts }: State,
  findings: Findings,
  { newerThan, doneBefore }: UnderWay,
): number {
  let older = 0
  const isUnderWay = (row: StoredSession | undefined) => (row?.recordingSince ?? '') > doneBefore
  for (const [session, row] of sessions.stored) {
    const begun = signedIn.peek(session)
    if (begun !== undefined) {
      compare(begun, row, doneBefore, findings)
      continue
    }
    const account = accounts.peek(row.account)
    // identities whose account is not opened are checked elsewhere
    if (account === undefined ? row.hasIdentity : isUnderWay(row)) continue
    const subject = `session ${session}`
    if (account === undefined || !isOlderSession(signedIn, account, row.since)) {
      findings.about(subject, 'session_unrecorded', 'a sign-in', 'none', row.account)
      continue
    }
    older += 1
    if (row.isProven && account.accessSecrets.size === 0) {
      findings.about(subject, 'factor_unfounded', 'a second factor of the account', 'none', row.account)
    }
  }
  for (const begun of signedIn.all()) {
    if (accounts.peek(begun.account)?.erasure || isNewer(begun.recordedAt, newerThan)) continue
    const row = sessions.stored.peek(begun.session)
    const missing = missingOf(begun, row, isUnderWay(row), (part) => keptSince(sessions, part, signedIn.since))
    if (missing !== null) findings.at(begun.place, 'session_gone', missing, 'none', begun.account)
  }
  return older
}

function compare(
  { session, account, shown, proven, endedAt }: SignedIn,
  row: StoredSession,
  doneBefore: string,
  findings: Findings,
): void {
  const subject = `session ${session}`
  if (row.account !== account) findings.about(subject, 'session_mismatch', account, row.account, account)
  if (row.isLive && endedAt !== null && endedAt < doneBefore)
    findings.about(subject, 'session_mismatch', `ended ${endedAt}`, 'signed in', account)
  if (!row.isLive || row.isProven === proven) return
  if (row.isProven) findings.about(subject, 'factor_unfounded', 'no second factor', 'one', account)
  // the row of a session in which the factor was set up may not say so yet
  else if (shown) findings.about(subject, 'session_mismatch', 'begun with a second factor', 'without', account)
}

/**
 * What should be stored of a session and is not; null if nothing is missing, or an end or the session's age explains
 * it.
 */
function missingOf(
  { session, recordedAt, endedAt, mayHaveEnded }: SignedIn,
  row: StoredSession | undefined,
  isUnderWay: boolean,
  since: (part: Part) => string | null,
): string | null {
  const isKept = (part: Part) => recordedAt > (since(part) ?? recordedAt)
  if (row?.isKept !== true && isKept('began')) return `where session ${session} began`
  if (row?.isLive || isUnderWay || endedAt !== null || mayHaveEnded || !isKept('live')) return null
  return `session ${session}, or its end`
}
