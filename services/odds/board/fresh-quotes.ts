// Refreshes a stale price for a bettor who is placing a bet on it.
import { setTimeout as pause } from 'node:timers/promises'
import type { Quote } from '#domain/bet/bet-events.ts'
import type { BoardFixture, QuoteBoard, Selection } from '../port.ts'
import { FEATURED_MARKETS } from '../quotes/offered-markets.ts'
import type { QuoteRefresher } from '../quotes/quote-refresh.ts'
import type { BoardEntries } from './board-entries.ts'
import { isStale, legOf, quoteRow } from './board-entry.ts'
import type { BoardReader } from './board-reader.ts'

const TIMEOUT_MS = 2_000

/** How often a fetch is tried again that came less than ODDS_APART_MS after another one. */
const AGAIN_MS = 100

export type FreshQuotes = Pick<QuoteBoard, 'quote' | 'isTooOld' | 'freshQuote'>

export function createFreshQuotes(parts: {
  readonly entries: BoardEntries
  readonly reader: BoardReader
  readonly refresher: QuoteRefresher
  readonly businessNow: () => Date
  readonly log: (problem: unknown) => void
}): FreshQuotes {
  const { entries, reader, refresher, businessNow, log } = parts

  function quote(selection: Selection): Quote | null {
    const entry = entries.get(selection.fixture)
    return entry === undefined || entries.offer.hides(entry.fixture.league)
      ? null
      : legOf(entry, selection, businessNow())
  }

  const update = (market: string, { id, league }: BoardFixture): Promise<boolean> =>
    isFeatured(market) ? refresher.refresh(league) : refresher.refreshEvent(id, league)

  /** Half of the time is left for prices that another process requested a moment ago. */
  async function refresh(selection: Selection, fixture: BoardFixture, timeoutMs: number): Promise<void> {
    if (await update(selection.market, fixture)) return reader.read([fixture.id])
    const timeout = pause(timeoutMs / 2, 'timeout' as const, { ref: false })
    while (quote(selection) === null) {
      if ((await Promise.race([reader.applied(fixture.id), timeout])) === 'timeout') return
    }
  }

  const fetchedAfter = (selection: Selection, since: Date): Quote | null => {
    const found = quote(selection)
    return found !== null && found.fetchedAt > since.toISOString() ? found : null
  }

  /** A fetch that began before `since` keeps the next one waiting for a while: it is tried again until `deadline`. */
  async function quoteSince(selection: Selection, since: Date, deadline: number): Promise<Quote | null> {
    for (;;) {
      const found = fetchedAfter(selection, since)
      const fixture = entries.get(selection.fixture)?.fixture
      if (found !== null || fixture === undefined || fixture.closed || Date.now() >= deadline) return found
      if (await update(selection.market, fixture)) await reader.read([fixture.id])
      else await pause(AGAIN_MS)
    }
  }

  function isTooOld(selection: Selection): boolean {
    const entry = entries.get(selection.fixture)
    const row = entry === undefined ? null : quoteRow(entry, selection)
    if (entry === undefined || row === null || row.price !== undefined || entry.fixture.closed) return false
    if (entry.game.begun_early === true) return false
    return isStale(entry, row, businessNow())
  }

  return {
    quote,
    isTooOld,
    async freshQuote(selection, { since, timeoutMs = TIMEOUT_MS } = {}) {
      const late = pause(timeoutMs, null, { ref: false })
      if (since !== undefined) return Promise.race([quoteSince(selection, since, Date.now() + timeoutMs), late])
      const entry = entries.get(selection.fixture)
      if (entry !== undefined && isTooOld(selection)) {
        await Promise.race([refresh(selection, entry.fixture, timeoutMs).catch(log), late])
      }
      return quote(selection)
    },
  }
}

const isFeatured = (market: string): boolean => FEATURED_MARKETS.some((key) => key === market)
