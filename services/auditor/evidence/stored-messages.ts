// Checks the provider's messages behind bets and results: each has to be stored unchanged, of its fixture and kind, and
// fetched before it was named.
import type pg from 'pg'
import { sha256 } from '../events/read-body.ts'
import type { Findings } from '../findings/findings.ts'
import { BoundedMap } from '../replay/bounded-map.ts'
import type { KnownGames } from './known-games.ts'
import { type Entry, parsed } from './message-body.ts'

export type NamedMessage = {
  /** Its SHA-256. */
  readonly message: string
  readonly fixture: string
  readonly kind: 'odds' | 'score'
  /** The event that names it: '<stream>@<version>', its business time, and the bettor. */
  readonly by: string
  readonly at: string
  readonly account: string | null
  /** False if the message may have been pruned, or may be newer than the audited rows. */
  readonly isKept: boolean
}

/** A message without fault. `fetchedAt`: when it was first stored. */
export type ReadMessage = { readonly says: Entry; readonly fetchedAt: Date }

type Row = {
  readonly hash: string
  readonly fixture: string
  readonly kind: string
  readonly fetchedAt: Date
  readonly body: string
}

const ROWS = `select hash, fixture_id as fixture, kind, fetched_at as "fetchedAt", coalesce(body, '') as body
from app.provider_message where hash = any($1)`
const GONE = { odds: 'quote_message_gone', score: 'result_message_gone' } as const
/** A message with a fault is reported once, although many bets may name it. */
const REMEMBERED = 20_000

/**
 * A message may be of several fixtures, one after the other, since the feed decides by the provider's id which fixture
 * it is about.
 */
export const messageKey = (message: string, fixture: string): string => `${message} ${fixture}`

export class StoredMessages {
  /** How many rows were looked up. */
  rows = 0
  readonly #client: pg.Client
  readonly #findings: Findings
  readonly #games: KnownGames
  readonly #faulty = new BoundedMap<string, true>(REMEMBERED)

  constructor(client: pg.Client, findings: Findings, games: KnownGames) {
    this.#client = client
    this.#findings = findings
    this.#games = games
  }

  /** Looks up messages. Reports those with a fault, and returns the others by `messageKey`. */
  async read(named: readonly NamedMessage[]): Promise<Map<string, ReadMessage>> {
    const read = new Map<string, ReadMessage>()
    if (named.length === 0) return read
    const hashes = [...new Set(named.map(({ message }) => message))]
    const { rows } = await this.#client.query<Row>(ROWS, [hashes])
    this.rows += rows.length
    const stored = new Map(rows.map((row) => [messageKey(row.hash, row.fixture), row]))
    const looked = new Set<string>()
    for (const one of named) {
      const key = messageKey(one.message, one.fixture)
      if (looked.has(key)) continue
      looked.add(key)
      const row = stored.get(key)
      const says = parsed(row?.body ?? '')
      if (!this.#isRight(one, row, says) || row === undefined) continue
      read.set(key, { says, fetchedAt: row.fetchedAt })
    }
    return read
  }

  /** Whether a fault of the message was reported lately. */
  isFaulty(message: string): boolean {
    return this.#faulty.has(message)
  }

  #isRight(named: NamedMessage, row: Row | undefined, says: Entry): boolean {
    const { message, fixture, kind, by, at, account, isKept } = named
    const wrong = (code: Parameters<Findings['about']>[1], expected: string, actual: string): false => {
      if (this.#faulty.has(message)) return false
      this.#faulty.set(message, true)
      this.#findings.about(`provider_message ${message} of ${by}`, code, expected, actual, account)
      return false
    }
    if (row === undefined) return !isKept || wrong(GONE[kind], `a message about fixture ${fixture}`, 'none')
    const hash = sha256(row.body)
    if (hash !== message) return wrong('provider_message_mismatch', message, hash)
    if (row.kind !== kind) return wrong('provider_message_mismatch', `kind ${kind}`, row.kind)
    if (!this.#isAbout(says, fixture)) {
      return wrong('provider_message_mismatch', `a game that the ledger has as fixture ${fixture}`, `game ${says.id}`)
    }
    const fetchedAt = row.fetchedAt.toISOString()
    return fetchedAt <= at || wrong('provider_message_mismatch', `fetched by ${at}`, fetchedAt)
  }

  /**
   * Whether the ledger has the message's provider id for the fixture, or had it until the fixture was joined to another
   * one.
   */
  #isAbout({ id }: Entry, fixture: string): boolean {
    const { providerIds, fixtures } = this.#games
    const owner = typeof id === 'string' ? providerIds.peek(id) : undefined
    return owner !== undefined && (owner === fixture || fixtures.peek(owner)?.joined.has(fixture) === true)
  }
}
