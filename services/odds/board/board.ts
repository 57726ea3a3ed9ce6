// The board: all current games and prices in memory, kept so by what the database says has changed.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { POSSIBLY_LIVE_MS } from '#domain/limits.ts'
import { PROJECTED } from '#projections/runner/announcement.ts'
import type { Game } from '#services/contract/contract.ts'
import type { Config } from '#services/platform/config.ts'
import { listen } from '#services/platform/database/listen.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import type { BoardFixture, Clocks, QuoteBoard, Selection } from '../port.ts'
import { createBudgetGuard } from '../provider/budget-guard.ts'
import { budgetOf, providerOf } from '../provider/provider.ts'
import { createRefresher, type Refresher } from '../quotes/quote-refresh.ts'
import { createQuoteStore, QUOTES_CHANNEL } from '../quotes/quote-store.ts'
import { type BoardEntry, entryOf, isStale, legOf, quoteRow, revised, selectionNamed } from './board-entry.ts'
import { createReader } from './board-reader.ts'
import { type BoardRows, readAllFixtures, readFixtures } from './board-rows.ts'

const HOUR = 3_600_000
const HELD_MS = 5 * HOUR
/** System time between looks at everything: the net under lost notifications. */
const SWEEP_MS = 10_000
/** System time between looks for games that have started. */
const STARTS_MS = 250
const PATIENCE_MS = 2_000
/** How long to wait for an answer that another process asked for. */
const NEARBY_MS = 1_000

/** The board over the database and the provider that the settings name. Resolves once it is filled. */
export async function openQuoteBoard(parts: {
  readonly pool: pg.Pool
  readonly queries: Queries
  readonly databaseUrl: string
  readonly config: Pick<Config, 'ODDS_API_KEY' | 'ODDS_API_BASE_URL' | 'ODDS_CREDITS_PER_DAY'>
  readonly clock: Clocks
  /** Told of what went wrong; the board goes on. */
  readonly log: (problem: unknown) => void
}): Promise<QuoteBoard> {
  const { pool, queries, databaseUrl, config, clock, log } = parts
  const client = providerOf(config)
  const systemNow = () => clock.systemNow()
  const businessNow = () => clock.businessNow()
  const payer = createBudgetGuard(budgetOf(config, pool, systemNow), systemNow)
  const refresher = createRefresher({ queries, store: createQuoteStore(pool), client, payer, businessNow, log })
  const board = await createQuoteBoard({ pool, queries, databaseUrl, clocks: clock, refresher, log })
  return {
    ...board,
    async close() {
      await board.close()
      await client.close()
    },
  }
}

/** As `openQuoteBoard`, with another way to refresh. */
export async function createQuoteBoard(parts: {
  readonly pool: pg.Pool
  readonly queries: Queries
  readonly databaseUrl: string
  readonly clocks: Clocks
  readonly refresher: Refresher
  readonly log: (problem: unknown) => void
}): Promise<QuoteBoard> {
  const { databaseUrl, clocks, refresher, log } = parts
  const now = () => clocks.businessNow()
  const entries = new Map<string, BoardEntry>()
  const listeners = new Set<(fixtures: readonly string[]) => void>()
  const started = new Set<string>()

  const emit = (fixtures: readonly string[]) => {
    if (fixtures.length > 0) for (const listener of listeners) listener(fixtures)
  }
  /** Revisions grow with business time, so they compare across processes and restarts. */
  const nextRevision = (before: BoardEntry | undefined) => Math.max((before?.revision ?? 0) + 1, now().getTime())

  function apply(read: readonly BoardRows[]): void {
    const changed: string[] = []
    const oldest = now().getTime() - HELD_MS
    for (const rows of read) {
      const id = rows.fixture.fixture
      if (rows.fixture.startsAt.getTime() < oldest) continue
      const before = entries.get(id)
      const entry = entryOf(rows, before?.revision ?? 0)
      const same = before !== undefined && before.fingerprint === entry.fingerprint
      entries.set(id, same ? entry : revised(entry, nextRevision(before)))
      if (!same) changed.push(id)
      if (before === undefined && entry.fixture.startsAt <= now()) started.add(id)
    }
    emit(changed)
  }

  const reader = createReader(async (wanted) => {
    const after = new Date(now().getTime() - HELD_MS)
    apply(wanted === 'everything' ? await readAllFixtures(parts, after) : await readFixtures(parts, wanted))
  }, log)

  /** Kick-offs change a game without any row: prices go stale sooner, it moves to the live list. */
  function lookForStarts(): void {
    const at = now()
    const kickedOff: string[] = []
    for (const [id, entry] of entries) {
      if (entry.fixture.startsAt.getTime() < at.getTime() - HELD_MS) {
        entries.delete(id)
        started.delete(id)
      } else if (entry.fixture.startsAt <= at && !started.has(id)) {
        started.add(id)
        entries.set(id, revised(entry, nextRevision(entry)))
        kickedOff.push(id)
      }
    }
    emit(kickedOff)
  }

  const heard = (_channel: string, payload: string) => {
    const { fixtures } = JSON.parse(payload) as { fixtures?: string[] }
    if (fixtures === undefined) void reader.read('everything')
    else if (fixtures.length > 0) void reader.read(fixtures)
  }

  await reader.read('everything')
  const listener = await listen(databaseUrl, [QUOTES_CHANNEL, PROJECTED], heard, {
    onConnect: () => void reader.read('everything'),
  })
  const sweep = setInterval(() => void reader.read('everything'), SWEEP_MS)
  const starts = setInterval(lookForStarts, STARTS_MS)
  sweep.unref()
  starts.unref()

  /** Asks the provider; where another process has just done so, waits for what it brings. */
  async function bringUpToDate(selection: Selection, { id, league }: BoardFixture): Promise<void> {
    if (await refresher.refresh(league)) return reader.read([id])
    const patience = pause(NEARBY_MS).then(() => 'over' as const)
    while (board.quote(selection) === null) {
      if ((await Promise.race([reader.applied(id), patience])) === 'over') return
    }
  }

  const board: QuoteBoard = {
    quote(selection) {
      const entry = entries.get(selection.fixture)
      return entry === undefined ? null : legOf(entry, selection, now())
    },
    async freshQuote(selection, timeoutMs = PATIENCE_MS) {
      const entry = entries.get(selection.fixture)
      const row = entry === undefined ? null : quoteRow(entry, selection)
      if (entry !== undefined && row !== null && !entry.fixture.closed && isStale(entry, row, now())) {
        const brought = bringUpToDate(selection, entry.fixture).catch(log)
        await Promise.race([brought, pause(timeoutMs, undefined, { ref: false })])
      }
      return board.quote(selection)
    },
    closed: (fixture) => entries.get(fixture)?.fixture.closed ?? false,
    fixture: (fixture) => entries.get(fixture)?.fixture ?? null,
    selectionNamed(fixture, market, name) {
      const entry = entries.get(fixture)
      return entry === undefined ? null : selectionNamed(entry, market, name)
    },
    game: (fixture) => entries.get(fixture)?.game ?? null,
    async loadGame(fixture) {
      const held = entries.get(fixture)
      if (held !== undefined) return held.game
      const [rows] = await readFixtures(parts, [fixture])
      return rows === undefined ? null : entryOf(rows, now().getTime()).game
    },
    live: () => list(({ fixture }) => isLive(fixture.startsAt)).toSorted(byStart),
    upcoming: () => list(({ fixture }) => fixture.startsAt > now()).toSorted(pricedFirst),
    gamesOf: (key) =>
      list(
        ({ fixture, game }) =>
          (fixture.league === key || game.sport === key) && (fixture.startsAt > now() || isLive(fixture.startsAt)),
      ).toSorted(byStart),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      clearInterval(sweep)
      clearInterval(starts)
      await listener.close()
      await reader.close()
      listeners.clear()
    },
  }
  return board

  function isLive(startsAt: Date): boolean {
    const since = now().getTime() - startsAt.getTime()
    return since >= 0 && since < POSSIBLY_LIVE_MS
  }
  function list(wanted: (entry: BoardEntry) => boolean): Game[] {
    const games: Game[] = []
    for (const entry of entries.values()) if (!entry.fixture.closed && wanted(entry)) games.push(entry.game)
    return games
  }
}

const byStart = (one: Game, other: Game): number =>
  Date.parse(one.commence_time) - Date.parse(other.commence_time) || (one.id < other.id ? -1 : 1)
const pricedFirst = (one: Game, other: Game): number =>
  Number(other.odds !== undefined) - Number(one.odds !== undefined) || byStart(one, other)
