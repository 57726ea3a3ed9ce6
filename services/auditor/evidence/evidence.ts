// What is stored of the quotes that bets name: collected as the log is read, and looked up some hundred at a time, so that
// the memory it takes does not grow with the log.
import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import { BoundedMap } from '../replay/bounded-map.ts'
import type { Replayed } from '../replay/replay.ts'
import { checkMessages } from './messages.ts'
import { type NamedQuote, quoteKey } from './named-quote.ts'
import { checkQuoteRows } from './quote-rows.ts'

const AT_ONCE = 250
/** Quotes and messages that were looked up lately are not looked up again: many bets name the same ones. */
const REMEMBERED = 20_000

export class Evidence {
  /** Rows that were compared. */
  rows = 0
  readonly #client: pg.Client
  readonly #findings: Findings
  readonly #known = new BoundedMap<string, true>(REMEMBERED)
  #quotes: NamedQuote[] = []
  #messages = new Map<string, NamedQuote>()

  /** `client`: a connection of its own, on the audit's snapshot. */
  constructor(client: pg.Client, findings: Findings) {
    this.#client = client
    this.#findings = findings
  }

  /** One event, in any order. Returns a promise only if it must wait. */
  event({ body }: Replayed): Promise<void> | undefined {
    if (body?.type !== 'BetPlaced') return undefined
    for (const leg of body.data.legs) {
      const { message } = leg
      if (message === undefined) continue
      const named = { leg: { ...leg, message }, bet: `${body.stream}@${body.version}`, account: body.meta.actor.id }
      if (this.#isNew(quoteKey(leg))) this.#quotes.push(named)
      if (this.#isNew(message)) this.#messages.set(message, named)
    }
    return this.#quotes.length >= AT_ONCE ? this.end() : undefined
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
    this.#quotes = []
    this.#messages = new Map()
    if (messages.size > 0) this.rows += await checkMessages(this.#client, messages, this.#findings)
    if (quotes.length > 0) this.rows += await checkQuoteRows(this.#client, quotes, this.#findings)
  }
}
