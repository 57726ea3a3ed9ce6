// Bets as JSON, each written once for as long as it stays as it is: lists are put together from these texts.
import { LRUCache } from 'lru-cache'
import { type BetRowWithState, betsById } from '#projections/bets/queries.ts'
import type { Bet } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'

/** A bet as it is shown. `final`: the same row is never shown in any other way. */
export type ShownBet = { readonly row: BetRowWithState; readonly bet: Bet; readonly final: boolean }

export type BetTexts = {
  /**
   * The texts of the bets in these states, by bet; bets that do not exist have none. A bet that changed since its state was
   * read is shown as it is now. Not `final`: something was not known yet that any event may bring.
   */
  read(states: readonly string[]): Promise<{ byBet: ReadonlyMap<string, string>; final: boolean }>
  /** The texts of rows that have been read already, in their order. */
  write(rows: readonly BetRowWithState[]): Promise<readonly string[]>
  clear(): void
}

const MAX_BYTES = 32 * 2 ** 20

/** The bet of a state: see `BetStates`. */
export const betIn = (state: string): string => state.slice(0, state.indexOf(' '))

export function createBetTexts(
  db: Queries,
  show: (rows: readonly BetRowWithState[]) => Promise<readonly ShownBet[]>,
): BetTexts {
  const texts = new LRUCache<string, string>({ maxSize: MAX_BYTES, sizeCalculation: (text) => text.length + 200 })

  async function writeNew(rows: readonly BetRowWithState[]) {
    if (rows.length === 0) return []
    return (await show(rows)).map(({ row, bet, final }) => {
      const text = JSON.stringify(bet)
      if (final) texts.set(row.state, text)
      return { bet: row.bet, text, final }
    })
  }

  return {
    async read(states) {
      const byBet = new Map<string, string>()
      const missing: string[] = []
      for (const state of states) {
        const text = texts.get(state)
        if (text === undefined) missing.push(betIn(state))
        else byBet.set(betIn(state), text)
      }
      const written = missing.length === 0 ? [] : await writeNew(await betsById(db, missing))
      for (const { bet, text } of written) byBet.set(bet, text)
      return { byBet, final: written.every(({ final }) => final) }
    },
    async write(rows) {
      const known = rows.map(({ state }) => texts.get(state))
      const missing = rows.filter((_, at) => known[at] === undefined)
      const written = new Map((await writeNew(missing)).map(({ bet, text }) => [bet, text]))
      return rows.map(({ bet }, at) => known[at] ?? written.get(bet)!)
    },
    clear: () => texts.clear(),
  }
}
