// What the auditor can find. The codes are stable: scripts and runbooks go by them.

export const FINDINGS = {
  // --- the log and its events
  log_identity: 'the log does not begin with LogStarted, or an event names another log',
  number_gap: 'ledger numbers are missing: events were removed',
  number_order: 'an event does not stand where its ledger number says',
  hash_mismatch: 'the stored hash is not SHA-256 of the stored body: one of them was changed',
  id_mismatch: 'the stored id is not made of the hash',
  column_mismatch: 'a column of the event says something else than its body',
  stored_at_implausible: 'the time of storing is not near the time of recording',
  body_unreadable: 'the body is no JSON object of an event',
  body_not_canonical: 'the body is not in canonical form (RFC 8785)',
  schema_mismatch: 'the event is not what the published schema of its type says',
  version_gap: 'versions of a stream are missing, repeated or out of order',
  chain_broken: 'the event does not name the hash of the event before it in its stream',
  causation_unknown: 'the event names a cause that the log does not have before it',
  stream_truncated: 'the event store has lost events of a stream, or a setting of the stream lets it forget them',
  wrong_stream: 'an event of this type has no place in this stream',
  // --- double entry
  floor_broken: 'an account is below its floor at the end of an event',
  amount_overflow: 'an account holds more than can be counted exactly',
  books_unbalanced: 'the accounts do not sum to zero, or a control sum differs',
  before_mismatch: 'an event states another balance before it than the account had',
  owed_mismatch: 'a credit did not pay the debt that was owed, or paid one that was not',
  // --- accounts
  account_unknown: 'something happened on an account that was not opened',
  account_repeated: 'an account was opened twice, or not as the first event of its stream',
  opener_implausible: 'the account was opened by somebody who could not',
  standing_repeated: 'an account was blocked or unblocked twice in a row',
  actor_implausible: 'the actor has another role in the ledger, or may not do this',
  password_repeated: 'a change of password names a commitment that the account had before',
  session_mismatch: 'the session named belongs to somebody else',
  grant_misplaced: 'a welcome grant did not come with the opening of the account',
  purse_mismatch: 'money moved through a purse that this account does not have',
  // --- transfers
  transfer_unknown: 'a transfer arrived or came back that was not under way',
  transfer_repeated: 'a transfer was sent twice',
  transfer_mismatch: 'a transfer did not arrive as it was sent',
  transfer_stuck: 'a transfer is in transit for too long',
  // --- fixtures
  fixture_unknown: 'something happened on a fixture that was not listed',
  fixture_repeated: 'a fixture was listed twice, or not as the first event of its stream',
  fixture_moved_wrong: 'a fixture was moved from another start than it had',
  provider_id_taken: 'a provider id leads to two fixtures',
  result_repeated: 'a fixture that was decided got another result without a correction',
  result_unfounded: 'a result of the feed lacks the two reads that justify it',
  correction_mismatch: 'a correction replaces another result than the one in force',
  closed_late: 'a fixture is said to have closed later than its evidence allows',
  // --- bets
  bet_repeated: 'a bet was placed under the id of an open one',
  bet_unknown: 'a bet was settled or voided that is not open: settled before, or never placed',
  bet_of_another: 'a bet was settled or voided on an account that did not place it',
  bet_by_blocked: 'a blocked account placed a bet',
  bet_by_admin: 'somebody else than a bettor placed a bet',
  bet_while_owed: 'a bet was placed while a debt was outstanding',
  stake_mismatch: 'the stake returned is not the stake that was placed',
  stake_below_limit: 'the stake is below the limit in force',
  payout_above_limit: 'the potential return is above the limit in force',
  legs_above_limit: 'the bet has more legs than the limit in force',
  fixture_twice: 'a bet has two legs on one fixture',
  odds_mismatch: 'the odds struck are not the product of the odds of the legs',
  potential_mismatch: 'the potential return is not stake times odds',
  odds_policy: 'the odds struck were not those that the bettor had accepted',
  quote_unknown: 'a leg was struck on a fixture, or a version of it, that the log does not have',
  quote_mismatch: 'the quote of a leg contradicts its fixture',
  quote_time: 'the quote of a leg was fetched after the bet was accepted',
  // --- settlement
  result_unknown: 'a settlement names a result that the log does not have',
  leg_mismatch: 'a settled leg is not the leg that was placed',
  legs_incomplete: 'a settlement leaves out legs that had to count',
  grade_mismatch: 'a leg was graded against the result that the settlement names',
  outcome_mismatch: 'the outcome of a bet is not what its legs come to',
  return_mismatch: 'the return is not what stake, odds and results come to',
  // --- persons
  username_mismatch: 'a user name is not the one that the ledger committed to',
  password_mismatch: 'a password hash is not the one that the ledger committed to',
  identity_mismatch: 'an identity contradicts the ledger',
  session_commitment: 'a session is not the one that was committed to',
  reason_mismatch: 'the text of a reason is not the one that was committed to',
  // --- read models
  checkpoint_mismatch: 'the checkpoint of a read model does not name the event at its place',
  projection_stopped: 'a read model stopped at an event',
  row_missing: 'a row is missing in a read model',
  row_extra: 'a row of a read model follows from no event',
  row_different: 'a column of a read model says something else than the events',
} as const

export type FindingCode = keyof typeof FINDINGS

export type Finding = {
  readonly code: FindingCode
  /** Ledger number and position of the event; null where it is about no single event. */
  readonly number: number | null
  readonly position: string | null
  /** What it is about: '<stream>@<version>', or '<table> <key>'. */
  readonly subject: string
  /** The account concerned, as the ledger names it ('user:<id>:wallet') or its id; null where there is none. */
  readonly account: string | null
  readonly expected: string
  readonly actual: string
}

/** What cannot be judged: unverified is not clean. */
export type Gap = { readonly what: string; readonly number: number | null }

/** Kept in full up to here; beyond it they are only counted, so that a log in ruins does not fill the memory. */
export const FINDINGS_KEPT = 10_000

const LONGEST = 300
const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`
}

/** An event as findings name it. */
export type Place = {
  readonly number: number
  readonly position: string
  readonly stream: string
  readonly version: number
}

export class Findings {
  readonly kept: Finding[] = []
  readonly gaps: Gap[] = []
  count = 0
  readonly #byCode = new Map<FindingCode, number>()

  /** About one event. */
  at(place: Place, code: FindingCode, expected: unknown, actual: unknown, account: string | null = null): void {
    const { number, position, stream, version } = place
    this.add({
      code,
      number,
      position,
      subject: `${stream}@${version}`,
      account,
      expected: shown(expected),
      actual: shown(actual),
    })
  }

  /** About a row, or the books as a whole. */
  about(subject: string, code: FindingCode, expected: unknown, actual: unknown, account: string | null = null): void {
    this.add({
      code,
      number: null,
      position: null,
      subject,
      account,
      expected: shown(expected),
      actual: shown(actual),
    })
  }

  add(finding: Finding): void {
    this.count += 1
    this.#byCode.set(finding.code, (this.#byCode.get(finding.code) ?? 0) + 1)
    if (this.kept.length < FINDINGS_KEPT) this.kept.push(finding)
  }

  /** The first of its kind is kept: what came later from the same cause says nothing more. */
  gap(what: string, number: number | null = null): void {
    if (!this.gaps.some((gap) => gap.what === what)) this.gaps.push({ what, number })
  }

  /** The same from run to run: by ledger number, then code, then what it is about. */
  sorted(): Finding[] {
    const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
    return this.kept.toSorted(
      (a, b) =>
        (a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER) ||
        text(a.code, b.code) ||
        text(a.subject, b.subject) ||
        text(a.account ?? '', b.account ?? '') ||
        text(a.expected, b.expected) ||
        text(a.actual, b.actual),
    )
  }

  byCode(): Record<string, number> {
    return Object.fromEntries([...this.#byCode].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
}
