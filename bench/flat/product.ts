// The whole product over a made book, as `npm start` runs it, with bettors of its own beside those of the book.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { newKey } from '#services/notary/testing/notary.ts'
import { currentPicks, type Pick } from '#tests/bets.ts'
import { call, fundedSessions, type Product, startProduct } from '#tests/product.ts'
import type { Backends } from '../accounting/backends.ts'
import { measureWork } from '../accounting/measure-work.ts'
import { type Accounted, childrenOf, productParts } from '../accounting/subjects.ts'
import { microsecondsEach, type Work } from '../accounting/tally.ts'
import { type Ledger, openLedger } from '../ledger.ts'
import { load } from '../load.ts'
import { placeOnFairbook } from '../place-bet/requests.ts'

const CLIENTS = 64
const EUROS_EACH = 100_000
const SIGN_UPS_AT_ONCE = 2
const QUIET_LOOKS = 10
const LOOK_MS = 1_000
const BEGINS_IN_MS = 3 * 60_000

/** Settings with a signing key kept in that folder, because a product is started more than once over the same book. */
export function keyKeptIn(folder: string): { readonly LOG_SIGNING_KEY: string } {
  const path = join(folder, 'log.key')
  if (!existsSync(path)) writeFileSync(path, newKey(), { mode: 0o600 })
  return { LOG_SIGNING_KEY: readFileSync(path, 'utf8') }
}

export class FlatProduct {
  readonly #product: Product
  readonly #ledger: Ledger
  readonly #backends: Backends
  readonly #parts: Accounted
  readonly #tokens: readonly string[]
  readonly #id = randomUUID()
  #runs = 0

  private constructor(product: Product, ledger: Ledger, backends: Backends, tokens: readonly string[]) {
    this.#product = product
    this.#ledger = ledger
    this.#backends = backends
    this.#parts = productParts(childrenOf(product.pid))
    this.#tokens = tokens
  }

  /**
   * Resolves once the product has done what was due after its long rest. `url`: of the services' role. `bettors`: how
   * many new ones, or the tokens of existing ones. `more`: settings.
   */
  static async over(
    url: string,
    ownerUrl: string,
    backends: Backends,
    bettors: number | readonly string[],
    more: NodeJS.ProcessEnv = {},
  ): Promise<FlatProduct> {
    const own = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, TRUST_PROXY: '127.0.0.1', SECURITY_LOG: 'off' }
    const env = { ...own, ...more }
    const product = await startProduct({ env })
    const ledger = await openLedger({ EVENTSTORE_URL: undefined, EVENTSTORE_PREFIX: '', DATABASE_URL: url })
    try {
      await untilCalm(url)
      const tokens = typeof bettors === 'number' ? await fundedSessions(product.origin, bettors, EUROS_EACH) : bettors
      return new FlatProduct(product, ledger, backends, tokens)
    } catch (error) {
      await ledger.close()
      await product.stop()
      throw error
    }
  }

  /** The cost of a bet. Throws if one is refused. `tokens`: of the bettors. */
  async bets(seconds: number, tokens = this.#tokens, clients = CLIENTS): Promise<Work> {
    const next = placeOnFairbook(tokens, await this.#picks(seconds), this.#nextRun())
    return this.#measure(async () => {
      const { accepted, refused, firstRefusal } = await load(this.#product.origin, clients, seconds, next)
      if (refused > 0) throw new Error(`${refused} bets were refused, the first with ${firstRefusal}`)
      return accepted
    })
  }

  /** The cost of a reply to a page. */
  async reads(seconds: number, path: string, token: string, clients: number): Promise<Work> {
    const request = { method: 'GET', path, headers: { authorization: `Bearer ${token}` } } as const
    return this.#measure(async () => {
      const { accepted, refused, firstRefusal } = await load(this.#product.origin, clients, seconds, () => request)
      if (refused > 0) throw new Error(`${path}: ${firstRefusal}`)
      return accepted
    })
  }

  /** Milliseconds until one bet is answered. */
  async firstBetMs(token: string): Promise<number> {
    const next = placeOnFairbook([token], await this.#picks(0), this.#nextRun())
    const { path, headers, body } = next(0, 0)
    const begin = performance.now()
    const reply = await fetch(`${this.#product.origin}${path}`, { method: 'POST', headers, body: body! })
    if (reply.status !== 200) throw new Error(`a bet is refused: ${await reply.text()}`)
    return performance.now() - begin
  }

  /** A prefix for keys of bets that no run over the same book has used before. */
  #nextRun(): string {
    return `${this.#id}-${this.#runs++}`
  }

  get tokens(): readonly string[] {
    return this.#tokens
  }

  /** The cost of a registration, including the password's hash. */
  registrations(count: number): Promise<Work> {
    const run = this.#runs++
    const numbers = Array.from({ length: count }, (_, n) => n).values()
    const lane = async () => {
      for (const n of numbers) {
        // each address is allowed only a few
        const headers = { 'x-forwarded-for': `10.${run}.${n >> 8}.${n & 255}` }
        const body = { action: 'signup', username: `newcomer-${run}-${n}`, password: `not ${n} the same` }
        const reply = await call(this.#product.origin, '/api/auth/auth', { body, headers })
        if (reply.status !== 200) throw new Error(`a registration is refused: ${JSON.stringify(reply)}`)
      }
    }
    return this.#measure(async () => {
      await Promise.all(Array.from({ length: SIGN_UPS_AT_ONCE }, lane))
      return count
    })
  }

  async events(): Promise<number> {
    return this.#ledger.events()
  }

  async stop(): Promise<void> {
    await this.#ledger.close()
    await this.#product.stop()
  }

  async #measure(run: () => Promise<number>): Promise<Work> {
    const { done, work } = await measureWork(this.#parts, this.#backends, async () => {
      const count = await run()
      await this.#ledger.catchUpSeconds()
      return count
    })
    if (work === null) throw new Error('the system does not say who worked')
    return microsecondsEach(work, done)
  }

  async #picks(seconds: number): Promise<readonly Pick[]> {
    const from = Date.now() + BEGINS_IN_MS + seconds * 1_000
    const picks = (await currentPicks(this.#product.origin)).filter(({ game }) => Date.parse(game.commence_time) > from)
    if (picks.length === 0) throw new Error('no game has a price')
    return picks
  }
}

/**
 * Waits until old games of the book are abandoned and their bets settled, and the notary's tree is as long as the log.
 */
async function untilCalm(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let before = ''
    for (let quiet = 0; quiet < QUIET_LOOKS; await pause(LOOK_MS)) {
      const { rows } = await client.query<{ open: string; signed: boolean }>(
        `select (select count(*) from app.bet where status = 'pending') as open,
           (select max(size) from app.log_tree) >= (select max(number) + 1 from app.projection_checkpoint) - 100 as signed`,
      )
      const { open, signed } = rows[0]!
      quiet = signed && open === before ? quiet + 1 : 0
      before = open
    }
  } finally {
    await client.end()
  }
}
