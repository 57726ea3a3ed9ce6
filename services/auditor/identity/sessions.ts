// The rows of sessions against their commitments, and against what the log has of each: its owner, its sign-in, its end.
import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { State } from '../replay/state.ts'
import { isOlderSession } from '../rules/personal/sessions.ts'
import type { SignedIn } from '../rules/personal/signed-in.ts'
import { Spill } from '../spill/spill.ts'
import type { Known } from '../spill/spill-map.ts'
import { commitmentOf, isNewer, rowsOf } from './commitments.ts'

type SessionRow = {
  account: string
  ip: string
  userAgent: string
  salt: Buffer
  commitment: string
  since: Date
  isLive: boolean
  isProven: boolean
  isUnderWay: boolean
}

/** What is stored of a session. `isLive`: it may be signed in still; `isKept`: so is where it began, which outlasts it. */
type StoredSession = {
  readonly account: string
  readonly since: string
  isLive: boolean
  isKept: boolean
  /** It counts as begun with a second factor. */
  isProven: boolean
  /** The ledger may not have the sign-in yet. */
  isUnderWay: boolean
}

/**
 * `stored`: by commitment. In system time: of what was asked for after `keptSince` the session is stored, of one that began after
 * `addressesSince` where it began, and of one that began after `liveSince` its row, unless it was ended; null where that is not known.
 */
export type Sessions = {
  readonly stored: Known<StoredSession>
  readonly keptSince: string | null
  readonly addressesSince: string | null
  readonly liveSince: string | null
}

export const NO_SESSIONS: Sessions = {
  stored: new Spill().map(),
  keptSince: null,
  addressesSince: null,
  liveSince: null,
}

/** Where sessions came from is kept since this migration. */
const KEPT_BY = '032-command-addresses.sql'
/** An address is kept for 180 days from the start of its session, which lasts for 90 at most; and a day for the clocks. */
const KEPT = `interval '89 days'`
const ADDRESS_KEPT = `interval '179 days'`
/** Unused, a session lasts for 30 days. */
const LIVE = `interval '29 days'`

/** Checks every row against its commitment. */
export async function readSessions(client: pg.Client, findings: Findings, spill: Spill): Promise<Sessions> {
  const stored = spill.map<StoredSession>()
  const query = `select account_id as account, ip, user_agent as "userAgent", salt, commitment, created_at as since,
      true as "isLive", second_factor as "isProven", false as "isUnderWay" from app.session
    union all select account_id, ip, user_agent, salt, commitment, since, false, false, recording_since is not null
      from app.session_address order by commitment, "isLive"`
  for await (const row of rowsOf<SessionRow>(client, query)) {
    const { account, commitment, ip, userAgent, salt, since, isLive, isProven, isUnderWay } = row
    const other = stored.get(commitment)
    if (other !== undefined && other.account !== account) {
      findings.about(`session ${commitment}`, 'session_mismatch', other.account, account, account)
    }
    const about = other ?? { account, since: since.toISOString(), isLive, isKept: !isLive, isProven, isUnderWay }
    about.isLive ||= isLive
    about.isProven ||= isProven
    stored.set(commitment, about)
    spill.settle()
    const due = commitmentOf(salt, { ip, userAgent })
    if (due !== commitment) findings.about(`session ${commitment}`, 'session_commitment', commitment, due, account)
  }
  const { rows } = await client.query<{ kept: Date; addresses: Date; live: Date }>(
    `select greatest(applied_at, clock_timestamp() - ${KEPT}) as kept,
        greatest(applied_at, clock_timestamp() - ${ADDRESS_KEPT}) as addresses,
        greatest(applied_at, clock_timestamp() - ${LIVE}) as live
      from log.migration where name = $1`,
    [KEPT_BY],
  )
  const [since] = rows
  return {
    stored,
    keptSince: since?.kept.toISOString() ?? null,
    addressesSince: since?.addresses.toISOString() ?? null,
    liveSince: since?.live.toISOString() ?? null,
  }
}

/** Compares what is stored with what the whole log has. Returns how many sessions are from before sign-ins were events. */
export function checkSessions(
  sessions: Sessions,
  { signedIn, accounts }: State,
  findings: Findings,
  newerThan: string | null,
): number {
  let older = 0
  for (const [session, row] of sessions.stored) {
    const begun = signedIn.peek(session)
    if (begun !== undefined) {
      compare(begun, row, findings)
      continue
    }
    const account = accounts.peek(row.account)
    // of an account that is not opened yet, which is looked at elsewhere
    if (account === undefined || row.isUnderWay) continue
    const subject = `session ${session}`
    if (!isOlderSession(signedIn, account, row.since)) {
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
    const missing = missingOf(begun, sessions)
    if (missing !== null) findings.at(begun.place, 'session_gone', missing, 'none', begun.account)
  }
  return older
}

function compare({ session, account, shown, proven }: SignedIn, row: StoredSession, findings: Findings): void {
  const subject = `session ${session}`
  if (row.account !== account) findings.about(subject, 'session_mismatch', account, row.account, account)
  if (!row.isLive || row.isProven === proven) return
  if (row.isProven) findings.about(subject, 'factor_unfounded', 'no second factor', 'one', account)
  // the row of one in which the factor was set up may still wait for that
  else if (shown) findings.about(subject, 'session_mismatch', 'begun with a second factor', 'without', account)
}

/** What of a session should be there and is not; null where nothing, or an end or its age explains it. */
function missingOf(begun: SignedIn, { stored, addressesSince, liveSince }: Sessions): string | null {
  const { session, recordedAt, endedAt, mayHaveEnded } = begun
  const row = stored.peek(session)
  const isLater = (since: string | null) => since !== null && recordedAt > since
  if (row?.isKept !== true && isLater(addressesSince)) return `where session ${session} began`
  const isLive = row?.isLive === true || row?.isUnderWay === true
  if (isLive || endedAt !== null || mayHaveEnded || !isLater(liveSince)) return null
  return `session ${session}, or its end`
}
