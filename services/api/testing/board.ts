// A board for tests: games and prices are what a test says, and change when it says so.

import type { Leg } from '#domain/bet/bet-events.ts'
import type { Game } from '#services/contract/contract.ts'
import { teamsKey } from '#services/odds/identity/same-game.ts'
import type { BoardFixture, EventFallback, FallbackAnswer, QuoteBoard, Selection } from '#services/odds/port.ts'
import { HOUR } from '#services/platform/clock/durations.ts'

export type TestGame = {
  readonly id: string
  readonly league: string
  readonly home: string
  readonly away: string
  readonly startsAt: Date
  readonly closed: boolean
  /** By selection key; null if suspended. A stale price may be too old to strike a bet at until it is fetched again. */
  readonly prices: Readonly<Record<string, { readonly odds: string; readonly stale?: boolean } | null>>
}

export type TestBoard = QuoteBoard & {
  /** Adds a game, or changes the fields given. */
  put(game: Partial<TestGame> & { id: string }): void
  /** Drops a game from the board; `loadGame` still finds it as it was. */
  retire(id: string): void
  /** How often a price was looked up. */
  readonly lookups: number
  /** What the provider answers about games that are not on the board. */
  fallBackOn(answer: FallbackAnswer): void
  /** Hides exactly these leagues, as a blacklist does. */
  hide(...leagues: string[]): void
  /** How many listeners there are. */
  readonly listeners: number
}

export function createTestBoard(now: () => Date): TestBoard {
  const games = new Map<string, TestGame>()
  const retired = new Map<string, TestGame>()
  const listeners = new Set<(fixtures: readonly string[]) => void>()
  const offerListeners = new Set<() => void>()
  const hidden = new Set<string>()
  let fallback: EventFallback = async () => ({ kind: 'missing' })
  let revision = 0
  let lookups = 0

  const fresh = (id: string): TestGame => ({
    id,
    league: 'soccer_epl',
    home: `Home ${id.slice(0, 4)}`,
    away: `Away ${id.slice(0, 4)}`,
    startsAt: new Date(now().getTime() + HOUR),
    closed: false,
    prices: { home: { odds: '2.10' }, draw: { odds: '3.40' }, away: { odds: '3.60' } },
  })

  const nameOf = (game: TestGame, key: string): string =>
    key === 'home' ? game.home : key === 'away' ? game.away : 'Draw'

  function legOf({ fixture, selection, market }: Selection, take: { stale: boolean }): Leg | null {
    const game = games.get(fixture)
    const price = market === 'h2h' ? game?.prices[selection] : null
    if (!game || !price || game.closed || hidden.has(game.league) || (price.stale && !take.stale)) return null
    return {
      fixture,
      fixtureVersion: 0,
      league: game.league,
      startsAt: game.startsAt.toISOString(),
      ...(game.startsAt <= now() ? { inPlay: true } : {}),
      market: 'h2h',
      selection,
      selectionName: nameOf(game, selection),
      ...('draw' in game.prices ? { drawOffered: true } : {}),
      odds: price.odds,
      bookmaker: 'testbook',
      quotedAt: now().toISOString(),
      fetchedAt: now().toISOString(),
      message: '0'.repeat(64),
    }
  }

  function shown(game: TestGame): Game {
    const price = (key: string) => (game.prices[key] ? Number(game.prices[key].odds) : null)
    const [home, draw, away] = [price('home'), price('draw'), price('away')]
    return {
      id: game.id,
      sport_key: game.league,
      sport_title: 'EPL',
      sport: game.league.split('_')[0]!,
      league_key: game.league,
      league_title: 'EPL',
      country: 'GB-ENG',
      home_team: game.home,
      away_team: game.away,
      commence_time: game.startsAt.toISOString(),
      completed: game.closed,
      last_update: null,
      status: null,
      period: null,
      clock: null,
      scores: null,
      bookmakers: [],
      ...(home !== null && away !== null ? { odds: { home, draw, away } } : {}),
      bettable: !game.closed,
      revision,
    }
  }

  const changed = (id: string) => {
    revision += 1
    for (const listener of listeners) listener([id])
  }

  const list = (keep: (game: TestGame) => boolean): Game[] =>
    [...games.values()]
      .filter((game) => !hidden.has(game.league) && keep(game))
      .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
      .map(shown)

  return {
    put(change) {
      games.set(change.id, { ...(games.get(change.id) ?? fresh(change.id)), ...change })
      changed(change.id)
    },
    retire(id) {
      retired.set(id, games.get(id)!)
      games.delete(id)
      changed(id)
    },
    hide(...leagues) {
      hidden.clear()
      for (const league of leagues) hidden.add(league)
      changed('')
      for (const listener of offerListeners) listener()
    },
    fallBackOn(answer) {
      fallback = async () => answer
    },
    gamesOfTheDay: () => list((game) => !game.closed && game.startsAt > now()),
    hides: (league) => hidden.has(league),
    caughtUp: async () => undefined,
    onOffer(listener) {
      offerListeners.add(listener)
      return () => offerListeners.delete(listener)
    },
    get listeners() {
      return listeners.size
    },
    get lookups() {
      return lookups
    },
    quote(selection) {
      lookups += 1
      return legOf(selection, { stale: false })
    },
    freshQuote: async (selection) => legOf(selection, { stale: true }),
    isTooOld: (selection) => legOf(selection, { stale: false }) === null && legOf(selection, { stale: true }) !== null,
    watch: () => undefined,
    closed: (id) => games.get(id)?.closed ?? false,
    fixture(id): BoardFixture | null {
      const game = games.get(id)
      if (!game) return null
      const { league, home, away, startsAt, closed } = game
      return { id, league, home, away, teams: teamsKey({ home, away }), startsAt, version: 0, closed }
    },
    selectionNamed(id, market, name) {
      const game = games.get(id)
      if (!game || market !== 'h2h') return null
      return Object.keys(game.prices).find((key) => key === name || nameOf(game, key) === name) ?? null
    },
    game: (id) => (games.has(id) && !hidden.has(games.get(id)!.league) ? shown(games.get(id)!) : null),
    loadGame: async (id) => {
      const game = games.get(id) ?? retired.get(id)
      return game && !hidden.has(game.league) ? shown(game) : null
    },
    fallback: async (league, id) => fallback(league, id),
    live: () => list((game) => !game.closed && game.startsAt <= now()),
    upcoming: () => list((game) => !game.closed && game.startsAt > now()),
    gamesOf: (key) => list((game) => !game.closed && (game.league === key || game.league.split('_')[0] === key)),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => undefined,
  }
}
