// The newest bets, for admins who follow them. Read once for all of them, and kept only as far as the ticker shows
// them.
import type { TickerBet } from '#services/contract/contract.ts'
import { message } from './messages.ts'

export type Ticker = {
  /** Ledger number of the newest bet known here; -1 without any. */
  readonly newest: number
  /** Notes that there may be new bets. */
  mark(): void
  /** Reads the new bets, if there may be any. */
  refresh(): Promise<void>
  /** The bets after this ledger number as a message; null if there are none. */
  messageAfter(number: number): Buffer | null
}

/** How many bets the ticker shows; earlier ones are in the list of bets. */
const HELD = 50

/** `read`: reads bets after a ledger number, newest first; if there are many, only the newest. */
export function createTicker(read: (after: number) => Promise<readonly TickerBet[]>): Ticker {
  /** Newest first. */
  let bets: readonly TickerBet[] = []
  let marked = true
  /** The last message: admins who have seen equally much are sent the same bytes. */
  let written: { readonly newest: number; readonly after: number; readonly bytes: Buffer } | null = null
  const newest = () => bets[0]?.number ?? -1
  return {
    get newest() {
      return newest()
    },
    mark() {
      marked = true
    },
    async refresh() {
      if (!marked) return
      marked = false
      try {
        const more = await read(newest())
        if (more.length > 0) bets = [...more, ...bets].slice(0, HELD)
      } catch {
        // the database is unreachable: the next change will bring them
        marked = true
      }
    },
    messageAfter(after) {
      if (newest() <= after) return null
      if (written?.newest !== newest() || written.after !== after) {
        const fresh = bets.filter(({ number }) => number > after)
        written = { newest: newest(), after, bytes: message({ kind: 'placed', topic: 'ticker', bets: fresh }) }
      }
      return written.bytes
    },
  }
}
