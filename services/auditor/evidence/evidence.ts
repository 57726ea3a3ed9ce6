// Compares the quotes that bets name, and the scores that results name, with what is stored of them. They are collected
// as the log is read and looked up some hundred at a time, so that memory does not grow with the log. At the end, the
// current prices are checked by their seals.
import type pg from 'pg'
import type { Body, EventType } from '../events/body.ts'
import type { ReadEvent } from '../events/read-event.ts'
import type { Findings } from '../findings/findings.ts'
import { isNewer } from '../identity/commitments.ts'
import { BoundedMap } from '../replay/bounded-map.ts'
import type { Spill } from '../spill/spill.ts'
import type { SpillMap } from '../spill/spill-map.ts'
import type { KnownGames } from './known-games.ts'
import type { Teams } from './message-body.ts'
import { type NamedQuote, quoteKey, shownSelection } from './named-quote.ts'
import { pricesTold, shownPrice } from './price-messages.ts'
import { PublishedRows } from './published-rows.ts'
import { checkCurrent, checkPast, checkWithoutMessage } from './quote-rows.ts'
import { checkScores, type NamedScore } from './score-messages.ts'
import { messageKey, type NamedMessage, type ReadMessage, StoredMessages } from './stored-messages.ts'

type BodyOf<T extends EventType> = Extract<Body, { type: T }>

const AT_ONCE = 250
/** Quotes that were looked up lately are not looked up again: many bets name the same ones. */
const REMEMBERED = 20_000

export type EvidenceOptions = {
  /** A connection on the audit's snapshot that is free whenever `event` is called. */
  readonly client: pg.Client
  readonly findings: Findings
  readonly games: KnownGames
  readonly spill: Spill
  /** System time from which on an event may name rows newer than the snapshot; null if none can be. */
  readonly newerThan: string | null
}

/** Looks up what the events of a log name. */
export type EvidenceCheck = {
  /** By ledger number, the leaves of earlier events that are read although an audit goes on after them. */
  readonly earlier: ReadonlyMap<number, Buffer>
  /** How many rows were compared. */
  readonly rows: number
  /** How many prices on the board are from before prices were published. */
  readonly olderPrices: number
  /** To be called with each event, in the order of the log. Returns a promise only if it must wait. */
  event(read: ReadEvent): Promise<void> | undefined
  /** To be called after the last event. */
  end(): Promise<void>
}

export class Evidence implements EvidenceCheck {
  readonly #options: EvidenceOptions
  readonly #messages: StoredMessages
  readonly #published: PublishedRows
  /** By `quoteKey`, quotes that were looked up; by `priceKey`, prices in app.quote with a fault that was reported. */
  readonly #known = new BoundedMap<string, true>(REMEMBERED)
  readonly #faulty = new BoundedMap<string, true>(REMEMBERED)
  /** Fixtures that were bet on at a price of the provider. The messages behind their results are kept for good. */
  readonly #betOn: SpillMap<number>
  #past = 0
  #quotes: NamedQuote[] = []
  #scores: NamedScore[] = []

  private constructor(options: EvidenceOptions, published: PublishedRows) {
    this.#options = options
    this.#messages = new StoredMessages(options.client, options.findings, options.games)
    this.#published = published
    this.#betOn = options.spill.map('fixtures bet on at a price')
  }

  /** `from`: the first ledger number that is read. */
  static async begin(options: EvidenceOptions, from = 0): Promise<Evidence> {
    const { client, findings, spill } = options
    return new Evidence(options, await PublishedRows.begin(client, findings, spill, from))
  }

  get earlier(): ReadonlyMap<number, Buffer> {
    return this.#published.earlier
  }

  get rows(): number {
    return this.#past + this.#messages.rows + this.#published.rows
  }

  get olderPrices(): number {
    return this.#published.older
  }

  event({ body }: ReadEvent): Promise<void> | undefined {
    switch (body?.type) {
      case 'QuotesPublished':
        this.#published.publish(body)
        break
      case 'BetPlaced':
        this.#addQuotes(body)
        break
      case 'ResultRecorded':
      case 'ResultCorrected':
        this.#addScores(body)
    }
    return this.#quotes.length >= AT_ONCE || this.#scores.length >= AT_ONCE ? this.#lookUp() : undefined
  }

  async end(): Promise<void> {
    await this.#lookUp()
    await this.#published.end((price) => this.#faulty.has(price))
    const { client, findings } = this.#options
    await checkWithoutMessage(client, (message) => this.#messages.isFaulty(message), findings)
  }

  #addQuotes(body: BodyOf<'BetPlaced'>): void {
    for (const leg of body.data.legs) {
      const { message, fixture } = leg
      if (message === undefined) continue
      this.#betOn.add(fixture, 1)
      const key = quoteKey(leg)
      if (this.#known.has(key)) continue
      this.#known.set(key, true)
      const named = { ...namedBy(body), message, fixture, kind: 'odds', account: body.meta.actor.id } as const
      this.#quotes.push({ leg: { ...leg, message }, named: { ...named, isKept: !this.#isNewer(body) } })
    }
  }

  #addScores(body: BodyOf<'ResultRecorded' | 'ResultCorrected'>): void {
    const { source, score, reads } = body.data
    if (source !== 'feed') return
    const fixture = body.stream.slice(body.stream.indexOf('-') + 1)
    const isKept = this.#betOn.has(fixture) && !this.#isNewer(body)
    for (const message of new Set(reads.map((read) => read.message))) {
      const named = { ...namedBy(body), message, fixture, kind: 'score', account: null, isKept } as const
      this.#scores.push({ score, named })
    }
  }

  #isNewer({ meta }: Body): boolean {
    return isNewer(meta.recordedAt, this.#options.newerThan)
  }

  /** Looks up what has been collected. */
  async #lookUp(): Promise<void> {
    const [quotes, scores] = [this.#quotes, this.#scores]
    this.#quotes = []
    this.#scores = []
    const messages = await this.#messages.read([...quotes, ...scores].map(({ named }) => named))
    const { client, findings } = this.#options
    checkScores(scores, messages, this.#teamsOf, findings)
    if (quotes.length === 0) return
    this.#checkPrices(quotes, messages)
    const shown = quotes.filter(({ leg }) => this.#published.mayShow(leg))
    for (const price of await checkCurrent(client, shown, findings)) this.#faulty.set(price, true)
    this.#past += await checkPast(client, quotes, messages, this.#teamsOf, findings)
  }

  /** Compares the price that each bet was struck at with what the provider said. */
  #checkPrices(quotes: readonly NamedQuote[], messages: ReadonlyMap<string, ReadMessage>): void {
    for (const { leg, named } of quotes) {
      const message = messages.get(messageKey(leg.message, leg.fixture))
      if (message === undefined) continue
      const prices = pricesTold(message.says, leg, this.#teamsOf(leg.fixture))
      if (prices.includes(shownPrice(leg))) continue
      const expected = `${shownSelection(leg)} of ${leg.bookmaker}: ${shownPrice(leg)}`
      const subject = `provider_message ${leg.message} of ${named.by}`
      this.#options.findings.about(subject, 'quote_contradicted', expected, prices[0] ?? 'no price', named.account)
    }
  }

  readonly #teamsOf = (fixture: string): Teams | undefined => this.#options.games.fixtures.peek(fixture)
}

const namedBy = ({ stream, version, meta }: Body): Pick<NamedMessage, 'by' | 'at'> => ({
  by: `${stream}@${version}`,
  at: meta.at,
})
