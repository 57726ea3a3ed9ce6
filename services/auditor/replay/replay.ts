// The auditor's own replay: checks and folds every event, in ledger order.

import type { Kind } from '../book/book.ts'
import { type Body, type EventType, STREAM_OF } from '../events/body.ts'
import type { LogRow } from '../events/log-row.ts'
import { readBody } from '../events/read-body.ts'
import type { ReadEvent } from '../events/read-event.ts'
import type { EventSchemas } from '../events/schemas.ts'
import { BusinessTimes } from '../events/times/business-times.ts'
import { type BusinessClock, ClockLine, type ClockState } from '../events/times/clock-line.ts'
import { RecordedTimes } from '../events/times/recorded-times.ts'
import { StoredTimes } from '../events/times/stored-times.ts'
import { VersionsInOrder } from '../events/versions-in-order.ts'
import type { Findings } from '../findings/findings.ts'
import { NO_SESSIONS, type Sessions } from '../identity/sessions.ts'
import { checkActor } from '../rules/accounts.ts'
import { checkAmounts } from '../rules/bounds/amounts.ts'
import { countOnDay } from '../rules/desk/float-days.ts'
import { checkApproved } from '../rules/four-eyes.ts'
import { endSessionsWith } from '../rules/personal/sessions.ts'
import { checkStanding } from '../rules/personal/standing.ts'
import { checkDecision } from '../rules/settlement/moved.ts'
import { Spill } from '../spill/spill.ts'
import { checkChain } from './checks/chain-check.ts'
import { checkControlSums } from './checks/control-sums.ts'
import { OriginCheck } from './checks/origin-check.ts'
import { CommandsOnce } from './commands/commands-once.ts'
import type { OpenBet, Stream } from './entities.ts'
import { HANDLERS } from './handlers.ts'
import { restOf } from './rest.ts'
import { State } from './state.ts'

/**
 * An event that was read and folded. `bet`: the bet that it placed, settled or voided; null if it did not, or broke the
 * rules. `totals`: what the accounts of each kind hold together after it, in cents; null if it moved no money.
 */
export type Replayed = ReadEvent & {
  readonly bet: OpenBet | null
  readonly totals: Readonly<Record<Kind, number>> | null
}

/** State is kept only after a clean audit, so `stoppedAt` is not part of it. */
type Written = Pick<Replay, 'logId' | 'events' | 'next' | 'recordedAt'> & { readonly clock: ClockState | null }

/** What a replay knows beside the log. */
export type ReplayOptions = {
  /** As stored; by default none, as where only the log is read. */
  readonly sessions?: Sessions
  /**
   * System time from which on an event may be newer than the stored rows; null, the default: log and rows are of the
   * same moment.
   */
  readonly newerThan?: string | null
  /** Where the state goes that outgrows memory. */
  readonly spill?: Spill
  /**
   * The business clock that the product goes by, which the log's last events are checked against; null, the default:
   * none.
   */
  readonly clock?: BusinessClock | null
}

export class Replay {
  readonly state: State
  readonly #schemas: EventSchemas
  readonly #findings: Findings
  readonly #storedTimes: StoredTimes
  readonly #recordedTimes: RecordedTimes
  readonly #businessTimes: BusinessTimes
  readonly #clockLine: ClockLine | null
  readonly #versions: VersionsInOrder
  readonly #commandsOnce: CommandsOnce
  readonly #origins: OriginCheck
  logId: string | null = null
  events = 0
  next = 0
  /**
   * The ledger number of the first unknown event; null if there is none. Later events are still checked by themselves,
   * but not folded.
   */
  stoppedAt: number | null = null
  /** System time at which the last readable event was recorded. */
  recordedAt: string | null = null

  constructor(
    schemas: EventSchemas,
    findings: Findings,
    { sessions = NO_SESSIONS, newerThan = null, spill = new Spill(), clock = null }: ReplayOptions = {},
  ) {
    this.state = new State(spill)
    this.#origins = new OriginCheck(this.state, findings, sessions, newerThan)
    this.#schemas = schemas
    this.#findings = findings
    this.#storedTimes = new StoredTimes(findings)
    this.#recordedTimes = new RecordedTimes(findings)
    this.#businessTimes = new BusinessTimes(findings)
    this.#clockLine = clock === null ? null : new ClockLine(findings, clock)
    this.#versions = new VersionsInOrder(findings)
    this.#commandsOnce = new CommandsOnce(findings)
    this.#keepIn(spill)
  }

  #keepIn(spill: Spill): void {
    spill.part('the rest of the state', restOf(this.state))
    spill.part('times of storing', this.#storedTimes)
    spill.part('times of recording', this.#recordedTimes)
    spill.part('business times', this.#businessTimes)
    spill.part('versions', this.#versions)
    spill.part('commands', this.#commandsOnce)
    spill.part('replay', {
      write: (): Written => {
        const { logId, events, next, recordedAt } = this
        return { logId, events, next, recordedAt, clock: this.#clockLine?.write() ?? null }
      },
      read: ({ clock, ...written }: Written) => {
        Object.assign(this, written)
        this.#clockLine?.read(clock, written.recordedAt)
      },
    })
  }

  /** Checks and folds the next row. `sound`: hash and schema of the body were already checked. */
  add(row: LogRow, sound = false): Replayed {
    const findings = this.#findings
    this.state.spill.settle()
    this.events += 1
    if (row.number !== this.next) {
      const code = row.number > this.next ? 'number_gap' : 'number_order'
      findings.at(row, code, this.next, row.number)
    }
    this.next = row.number + 1
    const reading = readBody(row, this.#schemas, findings, sound)
    const { digest } = reading
    // if column and body name different streams, the body counts: it is what was hashed
    const stream = this.state.streams.on(reading.kind === 'event' ? reading.body.stream : row.stream)
    checkChain(row, reading, stream, findings)
    if (reading.kind === 'unknown') {
      findings.gap(`the auditor does not know ${reading.name}`, row.number)
      this.stoppedAt ??= row.number
    }
    if (reading.kind !== 'event') return { row, digest, body: null, bet: null, totals: null }
    const { body } = reading
    this.recordedAt = body.meta.recordedAt
    this.#checkEnvelope(row, body)
    this.#origins.add(row, body, stream)
    this.#versions.add(row, body)
    this.#commandsOnce.add(row, stream, body.version, body.meta)
    if (body.type !== 'LogStarted') this.#checkTimes(row, stream, body.meta)
    const { book } = this.state
    const linesBefore = book.lines
    const bet = this.stoppedAt === null ? this.#fold(row, body, stream) : null
    const { head } = this.state
    head.hash = row.hash
    head.recordedAt = body.meta.recordedAt
    return { row, digest, body, bet, totals: book.lines > linesBefore ? { ...book.totals } : null }
  }

  /** Not called for LogStarted. */
  #checkTimes(row: LogRow, stream: Stream, meta: Body['meta']): void {
    this.#recordedTimes.add(row, stream, meta.recordedAt)
    this.#businessTimes.add(row, meta)
    this.#clockLine?.add(row, meta)
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

  #fold(row: LogRow, body: Body, stream: Stream): OpenBet | null {
    const { type, schema, data, meta } = body
    const { state } = this
    const findings = this.#findings
    if (!isKindOf(type, stream.kind)) {
      findings.at(row, 'wrong_stream', STREAM_OF[type], stream.name)
      return null
    }
    const event = { type, schema, data, meta, place: row, stream, subject: stream.subject, state, findings }
    const bet = (HANDLERS[type](event as never) ?? null) as OpenBet | null
    if (stream.account !== null) endSessionsWith(body, stream.account, state)
    countOnDay(event)
    checkAmounts(event as never, type)
    checkActor(event)
    checkStanding(event)
    checkApproved(event)
    checkDecision(event)
    checkControlSums(row, state, findings)
    return bet
  }

  /** Runs the checks that need the whole log. `now`: the store's clock, in milliseconds. */
  finish(now = Date.now()): void {
    this.#storedTimes.finish(now)
    for (const check of this.state.deferredChecks.splice(0)) check()
    if (this.events === 0) this.#findings.about('log', 'log_identity', 'LogStarted', 'no events')
  }
}

const isKindOf = (type: EventType, kind: string): boolean => {
  const due = STREAM_OF[type]
  return due === kind || (due.includes(' or ') && due.split(' or ').includes(kind))
}
