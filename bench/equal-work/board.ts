// The offered prices in memory, re-read when a change is announced.
import type pg from 'pg'

export type Price = {
  readonly eventId: string
  readonly selection: string
  readonly odds: string
  readonly hundredths: number
  readonly bookmaker: string
  readonly quotedAt: string
  readonly startsAt: number
  readonly messageHash: string
}

type PriceRow = {
  event_id: string
  selection: string
  odds: string
  bookmaker: string
  quoted_at: Date
  starts_at: Date
  message_hash: string
}

export const CHANGED = 'board_changed'

export class Board {
  #prices = new Map<string, Price>()
  readonly #pool: pg.Pool

  private constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  static async open(pool: pg.Pool): Promise<Board> {
    const board = new Board(pool)
    await board.read()
    return board
  }

  async read(): Promise<void> {
    const { rows } = await this.#pool.query<PriceRow>('select * from price')
    this.#prices = new Map(rows.map((row) => [`${row.event_id}|${row.selection}`, priceOf(row)]))
  }

  /** When the newest of them was quoted; null if there are none. */
  quotedAt(): string | null {
    return [...this.#prices.values()].reduce<string | null>(
      (newest, { quotedAt }) => (newest === null || quotedAt > newest ? quotedAt : newest),
      null,
    )
  }

  price(eventId: string, selection: string): Price | undefined {
    return this.#prices.get(`${eventId}|${selection}`)
  }
}

const priceOf = (row: PriceRow): Price => ({
  eventId: row.event_id,
  selection: row.selection,
  odds: row.odds,
  hundredths: Math.round(Number(row.odds) * 100),
  bookmaker: row.bookmaker,
  quotedAt: row.quoted_at.toISOString(),
  startsAt: row.starts_at.getTime(),
  messageHash: row.message_hash,
})
