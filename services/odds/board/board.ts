// The board: all current games and prices in memory, updated as the database notifies of changes.
import type pg from 'pg'
import { currentStops } from '#projections/desk/queries.ts'
import { currentOffer } from '#projections/offer/queries.ts'
import { PROJECTED } from '#projections/runner/announcement.ts'
import type { Notifications } from '#services/platform/database/listen.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { ODDS_MS } from '../polling/polling-intervals.ts'
import type { Clocks, EventFallback, FeedRecorder, QuoteBoard } from '../port.ts'
import { budgetOf, guardOf, type ProviderSettings, providerOf } from '../provider/provider.ts'
import { QUOTES_CHANNEL } from '../quotes/board-notice.ts'
import { createQuoteRefresher, type QuoteRefresher } from '../quotes/quote-refresh.ts'
import { createFeedStore } from '../store/feed-store.ts'
import { BoardEntries } from './board-entries.ts'
import { withStops } from './board-entry.ts'
import { createBoardReader } from './board-reader.ts'
import { type BoardRows, readAllFixtures, readFixtures } from './board-rows.ts'
import { createEventFallback } from './event-fallback.ts'
import { createFreshQuotes } from './fresh-quotes.ts'
import { currentEntry } from './house-price.ts'
import { stopsOf, THE_OFFER } from './offer.ts'
import { selectionNamed } from './selection-named.ts'

/** System time between full reloads, in case notifications were lost. */
const RELOAD_MS = 10_000
/** System time between checks for kick-offs and old prices. */
const CHECK_MS = 250

/** The board over the database and the provider of the settings. Resolves once it is filled. */
export async function openQuoteBoard(parts: {
  readonly pool: pg.Pool
  readonly queries: Queries
  readonly notifications: Pick<Notifications, 'on'>
  readonly config: ProviderSettings
  readonly clock: Clocks
  readonly feeds: FeedRecorder
  /** Called with failures; the board continues. */
  readonly log: (problem: unknown) => void
}): Promise<QuoteBoard> {
  const { pool, queries, notifications, config, clock, log } = parts
  const client = providerOf(config)
  const systemNow = () => clock.systemNow()
  const businessNow = () => clock.businessNow()
  const budget = budgetOf(config, pool, systemNow)
  const budgetGuard = guardOf({ pool, budget, clocks: clock, log })
  const store = createFeedStore(pool, parts.feeds)
  const refresher = createQuoteRefresher({ queries, store, client, budgetGuard, businessNow, log })
  const fallback = createEventFallback({ queries, store, client, budgetGuard, budget, businessNow })
  const board = await createQuoteBoard({ pool, queries, notifications, clocks: clock, refresher, fallback, log })
  return {
    ...board,
    async close() {
      await board.close()
      await client.close()
    },
  }
}

const nothing: EventFallback = async () => ({ kind: 'missing' })

/** As `openQuoteBoard`, with another refresher, and without a provider to fall back on unless one is given. */
export async function createQuoteBoard(parts: {
  readonly pool: pg.Pool
  readonly queries: Queries
  readonly notifications: Pick<Notifications, 'on'>
  readonly clocks: Clocks
  readonly refresher: QuoteRefresher
  readonly fallback?: EventFallback
  readonly log: (problem: unknown) => void
}): Promise<QuoteBoard> {
  const { notifications, clocks, refresher, fallback = nothing, log } = parts
  const businessNow = () => clocks.businessNow()
  const entries = new BoardEntries(businessNow)
  const reader = createBoardReader(async (fixtures) => {
    const rows =
      fixtures === 'all' ? await readAllFixtures(parts, entries.oldestStart) : await readFixtures(parts, fixtures)
    entries.apply(rows)
    if (fixtures !== 'all' && !fixtures.includes(THE_OFFER)) return
    const [offer, stops] = await Promise.all([currentOffer(parts.queries), currentStops(parts.queries)])
    entries.applyOffer(offer)
    entries.applyStops(stopsOf(stops))
  }, log)

  const onNotification = (_channel: string, payload: string) => {
    const { fixtures, offer = false } = JSON.parse(payload) as { fixtures?: string[]; offer?: boolean }
    if (fixtures === undefined) void reader.read('all')
    else void reader.read(offer ? [...fixtures, THE_OFFER] : fixtures)
  }

  const gameNow = (rows: BoardRows) => {
    const now = businessNow()
    return withStops(currentEntry(rows, now.getTime(), now), entries.stops).game
  }
  await reader.read('all')
  const stopListening = await notifications.on([QUOTES_CHANNEL, PROJECTED], {
    onMessage: onNotification,
    onConnect: () => void reader.read('all'),
  })
  const timers = [
    setInterval(() => void reader.read('all'), RELOAD_MS),
    setInterval(() => {
      entries.checkKickOffs()
      entries.checkStale()
    }, CHECK_MS),
  ]
  for (const timer of timers) timer.unref()

  return {
    ...createFreshQuotes({ entries, reader, refresher, businessNow, log }),
    closed: (fixture) => entries.get(fixture)?.fixture.closed ?? false,
    fixture: (fixture) => entries.get(fixture)?.fixture ?? null,
    watch(fixture) {
      const known = entries.get(fixture)?.fixture
      if (known === undefined || known.closed) return
      const { league, startsAt } = known
      const apartMs = businessNow() >= startsAt ? ODDS_MS.inPlay : ODDS_MS.nearStart
      void refresher.refreshEvent(fixture, league, apartMs)
    },
    selectionNamed(fixture, market, name, point = null) {
      const entry = entries.get(fixture)
      return entry === undefined ? null : selectionNamed(entry, market, name, point)
    },
    game: (fixture) => entries.game(fixture),
    async loadGame(fixture) {
      const entry = entries.get(fixture)
      if (entry !== undefined) return entries.game(fixture)
      const [rows] = await readFixtures(parts, [fixture])
      return rows === undefined || entries.offer.hides(rows.fixture.league) ? null : gameNow(rows)
    },
    fallback,
    live: () => entries.live(),
    upcoming: () => entries.upcoming(),
    gamesOf: (key) => entries.gamesOf(key),
    gamesOfTheDay: () => entries.gamesOfTheDay(),
    hides: (league) => entries.offer.hides(league),
    caughtUp: () => reader.read([THE_OFFER]),
    onChange: (callback) => entries.onChange(callback),
    onOffer: (callback) => entries.offer.onChange(callback),
    async close() {
      for (const timer of timers) clearInterval(timer)
      stopListening()
      await reader.close()
      entries.close()
    },
  }
}
