// The newest bets for admins who follow them: read once for all of them, and held only as far as the ticker shows them.
import type { TickerBet } from '#services/contract/contract.ts'
import { message } from './messages.ts'

export type Ticker = {
  /** Ledger number of the newest bet that is known here; -1 without any. */
  readonly newest: number
  /** There may be new bets. */
  mark(): void
  /** Reads what is new, if there may be something. */
  refresh(): Promise<void>
  /** The bets after this ledger number as a message; null without any. */
  messageAfter(number: number): Buffer | null
}

/** So many are shown: what came before is in the list of bets. */
const HELD = 50

/** `read`: bets after a ledger number, the newest first, of many only the newest. */
export function createTicker(read: (after: number) => Promise<readonly TickerBet[]>): Ticker {
  /** The newest first. */
  let bets: readonly TickerBet[] = []
  let marked = true
  /** Of those who are as far as each other the bytes are the same. */
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
        // the database is away: the next change brings it
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
