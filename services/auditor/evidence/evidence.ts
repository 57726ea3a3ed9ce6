// What is stored of the quotes that bets name, and of the scores that results name: collected as the log is read, and looked up some hundred at a time, so that
// the memory it takes does not grow with the log.
import type pg from 'pg'
import type { Body, EventType } from '../events/body.ts'
import type { Findings } from '../findings/findings.ts'
import { BoundedMap } from '../replay/bounded-map.ts'
import type { Replayed } from '../replay/replay.ts'
import type { State } from '../replay/state.ts'
import { checkMessages } from './messages.ts'
import { type NamedQuote, quoteKey } from './named-quote.ts'
import { checkQuoteRows } from './quote-rows.ts'
import { checkScoreMessages, type NamedScore } from './score-messages.ts'

type BodyOf<T extends EventType> = Extract<Body, { type: T }>

const AT_ONCE = 250
/** Quotes and messages that were looked up lately are not looked up again: many bets name the same ones. */
const REMEMBERED = 20_000

export class Evidence {
  /** Rows that were compared. */
  rows = 0
  readonly #client: pg.Client
  readonly #findings: Findings
  readonly #fixtures: State['fixtures']
  readonly #known = new BoundedMap<string, true>(REMEMBERED)
  #quotes: NamedQuote[] = []
  #messages = new Map<string, NamedQuote>()
  #scores: NamedScore[] = []

  /** `client`: on the audit's snapshot, and free whenever there is an event. `fixtures`: as far as the log has been read. */
  constructor(client: pg.Client, findings: Findings, fixtures: State['fixtures']) {
    this.#client = client
    this.#findings = findings
    this.#fixtures = fixtures
  }

  /** One event, in any order. Returns a promise only if it must wait. */
  event({ body }: Replayed): Promise<void> | undefined {
    if (body?.type === 'ResultRecorded' || body?.type === 'ResultCorrected') this.#addScores(body)
    if (body?.type === 'BetPlaced') this.#addQuotes(body)
    return this.#quotes.length >= AT_ONCE || this.#scores.length >= AT_ONCE ? this.end() : undefined
  }

  #addQuotes(body: BodyOf<'BetPlaced'>): void {
    for (const leg of body.data.legs) {
      const { message } = leg
      if (message === undefined) continue
      const named = { leg: { ...leg, message }, bet: `${body.stream}@${body.version}`, account: body.meta.actor.id }
      if (this.#isNew(quoteKey(leg))) this.#quotes.push(named)
      if (this.#isNew(message)) this.#messages.set(message, named)
    }
  }

  #addScores({ data, stream, version }: BodyOf<'ResultRecorded' | 'ResultCorrected'>): void {
    if (data.source !== 'feed') return
    const teams = this.#fixtures.peek(stream.slice(stream.indexOf('-') + 1))
    const messages = new Set(data.reads.map(({ message }) => message))
    for (const message of messages) {
      this.#scores.push({ result: `${stream}@${version}`, message, score: data.score, teams })
    }
  }

  #isNew(key: string): boolean {
    if (this.#known.has(key)) return false
    this.#known.set(key, true)
    return true
  }

  /** Looks up what has been collected. */
  async end(): Promise<void> {
    const quotes = this.#quotes
    const messages = this.#messages
    const scores = this.#scores
    this.#quotes = []
    this.#messages = new Map()
    this.#scores = []
    if (messages.size > 0) this.rows += await checkMessages(this.#client, messages, this.#findings)
    if (quotes.length > 0) this.rows += await checkQuoteRows(this.#client, quotes, this.#findings)
    if (scores.length > 0) this.rows += await checkScoreMessages(this.#client, scores, this.#findings)
  }
}
