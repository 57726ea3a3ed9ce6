// Refreshes a stale price for a bettor who is placing a bet on it.
import { setTimeout as pause } from 'node:timers/promises'
import type { Leg } from '#domain/bet/bet-events.ts'
import type { BoardFixture, Selection } from '../port.ts'
import type { QuoteRefresher } from '../quotes/quote-refresh.ts'
import type { BoardEntries } from './board-entries.ts'
import { isStale, legOf, quoteRow } from './board-entry.ts'
import type { BoardReader } from './board-reader.ts'

const TIMEOUT_MS = 2_000
/** How long to wait for prices that another process requested a moment ago. */
const OTHER_PROCESS_MS = 1_000

export type FreshQuotes = {
  quote(selection: Selection): Leg | null
  freshQuote(selection: Selection, timeoutMs?: number): Promise<Leg | null>
}

export function createFreshQuotes(parts: {
  readonly entries: BoardEntries
  readonly reader: BoardReader
  readonly refresher: QuoteRefresher
  readonly businessNow: () => Date
  readonly log: (problem: unknown) => void
}): FreshQuotes {
  const { entries, reader, refresher, businessNow, log } = parts

  function quote(selection: Selection): Leg | null {
    const entry = entries.get(selection.fixture)
    return entry === undefined ? null : legOf(entry, selection, businessNow())
  }

  async function refresh(selection: Selection, { id, league }: BoardFixture): Promise<void> {
    if (await refresher.refresh(league)) return reader.read([id])
    const timeout = pause(OTHER_PROCESS_MS).then(() => 'timeout' as const)
    while (quote(selection) === null) {
      if ((await Promise.race([reader.applied(id), timeout])) === 'timeout') return
    }
  }

  return {
    quote,
    async freshQuote(selection, timeoutMs = TIMEOUT_MS) {
      const entry = entries.get(selection.fixture)
      const row = entry === undefined ? null : quoteRow(entry, selection)
      if (entry !== undefined && row !== null && !entry.fixture.closed && isStale(entry, row, businessNow())) {
        const refreshed = refresh(selection, entry.fixture).catch(log)
        await Promise.race([refreshed, pause(timeoutMs, undefined, { ref: false })])
      }
      return quote(selection)
    },
  }
}
