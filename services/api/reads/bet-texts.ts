// Bets as JSON. Each is serialized once for as long as it does not change; lists are assembled from these texts.
import { LRUCache } from 'lru-cache'
import { type BetRowWithState, betsById } from '#projections/bets/queries.ts'
import type { Bet } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import type { Announcements } from './announcements.ts'

/**
 * A bet as it is shown. `final`: the same row will always be shown in this way, unless one of the fixtures in `waits`
 * is decided or corrected.
 */
export type ShownBet = {
  readonly row: BetRowWithState
  readonly bet: Bet
  readonly final: boolean
  readonly waits: readonly string[]
}

/** `final`, `waits`: those of all its bets together. */
export type ReadTexts = {
  readonly byBet: ReadonlyMap<string, string>
  readonly final: boolean
  readonly waits: ReadonlySet<string>
}

export type BetTexts = {
  /**
   * The texts of the bets in these states, by bet; bets that do not exist have none. A bet that changed since its state
   * was read is shown as it is now. Not `final` if something is not known yet that any event may bring.
   */
  read(states: readonly string[]): Promise<ReadTexts>
  /** The texts of rows that have been read already, in their order. */
  write(rows: readonly BetRowWithState[]): Promise<readonly string[]>
  clear(): void
}

const MAX_BYTES = 32 * 2 ** 20

/** The bet that a state is of: see `BetStates`. */
export const betIn = (state: string): string => state.slice(0, state.indexOf(' '))

/** `heard`: number of announcements before it was written. */
type Kept = { readonly text: string; readonly waits: readonly string[]; readonly heard: number }

type Deps = {
  readonly db: Queries
  readonly announcements: Announcements
  readonly show: (rows: readonly BetRowWithState[]) => Promise<readonly ShownBet[]>
}

export function createBetTexts({ db, announcements, show }: Deps): BetTexts {
  const texts = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ text, waits }) => text.length + 200 + waits.length * 50,
  })

  function keptOf(state: string): Kept | undefined {
    const kept = texts.get(state)
    return kept !== undefined && announcements.anyOf(kept.waits, kept.heard) ? undefined : kept
  }

  async function writeNew(rows: readonly BetRowWithState[]) {
    if (rows.length === 0) return []
    const heard = announcements.count
    return (await show(rows)).map(({ row, bet, final, waits }) => {
      const text = JSON.stringify(bet)
      if (final) texts.set(row.state, { text, waits, heard })
      return { bet: row.bet, text, final, waits }
    })
  }

  return {
    async read(states) {
      const byBet = new Map<string, string>()
      const waits = new Set<string>()
      const missing: string[] = []
      for (const state of states) {
        const kept = keptOf(state)
        if (kept === undefined) missing.push(betIn(state))
        else {
          byBet.set(betIn(state), kept.text)
          for (const fixture of kept.waits) waits.add(fixture)
        }
      }
      const written = missing.length === 0 ? [] : await writeNew(await betsById(db, missing))
      for (const one of written) {
        byBet.set(one.bet, one.text)
        for (const fixture of one.waits) waits.add(fixture)
      }
      return { byBet, final: written.every(({ final }) => final), waits }
    },
    async write(rows) {
      const known = rows.map(({ state }) => keptOf(state)?.text)
      const missing = rows.filter((_, at) => known[at] === undefined)
      const written = new Map((await writeNew(missing)).map(({ bet, text }) => [bet, text]))
      return rows.map(({ bet }, at) => known[at] ?? written.get(bet)!)
    },
    clear: () => texts.clear(),
  }
}
