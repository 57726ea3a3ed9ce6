// The auditor's own replay: every event in ledger order, checked and folded.
import { type Reading, readBody } from './events/read-body.ts'
import type { EventForms } from './events/schemas.ts'
import type { Body, EventType, LogRow } from './events/shapes.ts'
import { STREAM_OF } from './events/shapes.ts'
import { StoredTimes } from './events/stored-times.ts'
import type { Findings } from './findings.ts'
import { changeStanding, checkActor, openAccount } from './rules/accounts.ts'
import { abandonFixture, linkProviderId, listFixture, moveFixture, recordResult } from './rules/fixtures.ts'
import { grantWelcome, receiveTransfer, returnTransfer, sendTransfer, setFloat } from './rules/money.ts'
import { changePassword } from './rules/passwords.ts'
import { placeBet } from './rules/placing.ts'
import { settleBet, voidBet } from './rules/settling.ts'
import { type Judged, type OpenBet, State, type Stream } from './state.ts'

/**
 * An event that was read and folded. `digest`: SHA-256 of its body. `body`: null where it could not be read.
 * `bet`: what it placed, settled or voided, where that went by the rules.
 */
export type Replayed = {
  readonly row: LogRow
  readonly digest: string
  readonly body: Body | null
  readonly bet: OpenBet | null
}

export class Replay {
  readonly state = new State()
  readonly #forms: EventForms
  readonly #findings: Findings
  readonly #storedTimes: StoredTimes
  /** By commitment, whose session it is. */
  readonly #sessions: ReadonlyMap<string, string>
  logId: string | null = null
  events = 0
  next = 0
  /** What follows an event that nobody can read cannot be judged; the chains still can. */
  stoppedAt: number | null = null

  constructor(forms: EventForms, findings: Findings, sessions: ReadonlyMap<string, string> = new Map()) {
    this.#forms = forms
    this.#findings = findings
    this.#storedTimes = new StoredTimes(findings)
    this.#sessions = sessions
  }

  /** `sound`: hash and form of the body were checked already, and are right. */
  add(row: LogRow, sound = false): Replayed {
    const findings = this.#findings
    this.events += 1
    if (row.number !== this.next) {
      const code = row.number > this.next ? 'number_gap' : 'number_order'
      findings.at(row, code, this.next, row.number)
    }
    this.next = row.number + 1
    const reading = readBody(row, this.#forms, findings, sound)
    const { digest } = reading
    // where the column says another stream than the body, the body is what was hashed
    const stream = this.state.stream(reading.kind === 'event' ? reading.body.stream : row.stream)
    this.#follow(row, reading, stream)
    if (reading.kind === 'unknown') {
      findings.gap(`the auditor does not know ${reading.name}`, row.number)
      this.stoppedAt ??= row.number
    }
    if (reading.kind !== 'event') return { row, digest, body: null, bet: null }
    const { body } = reading
    this.#checkEnvelope(row, body)
    this.#checkOrigin(row, body, stream)
    return { row, digest, body, bet: this.stoppedAt === null ? this.#fold(row, body, stream) : null }
  }

  /** Versions without gaps, and the hash of the event before in the stream. */
  #follow(row: LogRow, reading: Reading, stream: Stream): void {
    const findings = this.#findings
    const version = reading.kind === 'event' ? reading.body.version : row.version
    if (version !== stream.version + 1) findings.at(row, 'version_gap', stream.version + 1, version)
    if (reading.kind !== 'broken') {
      const prev = reading.kind === 'event' ? reading.body.prev : reading.prev
      // where hash and body of the event before differ, that was said there: either is as good as the other here
      if (prev !== stream.hash && prev !== stream.digest) findings.at(row, 'chain_broken', stream.hash, prev)
    }
    stream.version = version
    stream.hash = row.hash
    stream.digest = reading.digest
  }

  #checkEnvelope(row: LogRow, body: Body): void {
    const findings = this.#findings
    if (body.type === 'LogStarted') {
      if (this.logId === null && row.number === 0) this.logId = body.data.log
      else findings.at(row, 'log_identity', 'one LogStarted, at ledger number 0', `LogStarted at ${row.number}`)
      if (body.data.log !== body.log) findings.at(row, 'log_identity', body.data.log, body.log)
    } else if (this.logId === null) {
      findings.at(row, 'log_identity', 'LogStarted', body.type)
      this.logId = body.log
    }
    if (body.log !== this.logId) findings.at(row, 'log_identity', this.logId, body.log)
    if (row.storedAt !== null) this.#storedTimes.add(row, row.storedAt, body.meta.recordedAt)
  }

  /** The session that it was asked for in, and the event that set it off. */
  #checkOrigin(row: LogRow, { meta }: Body, stream: Stream): void {
    const { session, actor, causation } = meta
    if (session !== null && this.#sessions.size > 0) {
      const owner = this.#sessions.get(session)
      // who signs up is nobody yet, and the session is that of the account which it opens
      const asked = actor.role === 'system' ? stream.subject : actor.id
      if (owner !== undefined && owner !== asked) this.#findings.at(row, 'session_mismatch', owner, asked, asked)
    }
    if (causation !== null) {
      const at = causation.indexOf('@')
      const cause = this.state.streams.get(causation.slice(0, at))
      if (cause === undefined || cause.version < Number(causation.slice(at + 1))) {
        this.#findings.at(row, 'causation_unknown', 'an event before it', causation)
      }
    }
  }

  #fold(row: LogRow, { type, data, meta }: Body, stream: Stream): OpenBet | null {
    const { state } = this
    const findings = this.#findings
    if (stream.kind !== STREAM_OF[type]) {
      findings.at(row, 'wrong_stream', STREAM_OF[type], stream.name)
      return null
    }
    const event = { type, data, meta, place: row, stream, subject: stream.subject, state, findings }
    const bet = (HANDLERS[type](event as never) ?? null) as OpenBet | null
    checkActor(event)
    this.#balance(row)
    return bet
  }

  /** The control sums, after every event. */
  #balance(row: LogRow): void {
    const { book, openStakesCents, profitCents } = this.state
    const findings = this.#findings
    book.endEvent(row, findings)
    const { issued, held } = book.issued()
    if (issued !== held) findings.at(row, 'books_unbalanced', `issued ${issued}`, `held ${held}`, 'treasury')
    if (book.totals.bet !== openStakesCents) {
      findings.at(row, 'books_unbalanced', `open stakes ${openStakesCents}`, `held ${book.totals.bet}`, 'bet')
    }
    if (book.totals.profit !== profitCents) {
      findings.at(row, 'books_unbalanced', `stakes less returns ${profitCents}`, book.totals.profit, 'house:profit')
    }
  }

  /** What could not be judged before the whole log was known. `now`: the clock of the store. */
  finish(now = Date.now()): void {
    this.#storedTimes.finish(now)
    for (const judge of this.state.later.splice(0)) judge()
    if (this.events === 0) this.#findings.about('log', 'log_identity', 'LogStarted', 'no events')
  }
}

/** What becomes of a bet is handed on: placed, settled or voided. */
const HANDLERS: { readonly [T in EventType]: (event: Judged<T>) => unknown } = {
  LogStarted: () => null,
  AccountOpened: openAccount,
  WelcomeGranted: grantWelcome,
  FloatSet: setFloat,
  TransferSent: sendTransfer,
  TransferReceived: receiveTransfer,
  TransferReturned: returnTransfer,
  AccountBlocked: changeStanding,
  AccountUnblocked: changeStanding,
  PasswordChanged: changePassword,
  BetPlaced: placeBet,
  BetSettled: settleBet,
  BetVoided: voidBet,
  FixtureListed: listFixture,
  ProviderIdLinked: linkProviderId,
  FixtureMoved: moveFixture,
  ResultRecorded: recordResult,
  ResultCorrected: recordResult,
  FixtureAbandoned: abandonFixture,
}
