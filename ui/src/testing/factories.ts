// Builds the objects that the server sends, with defaults for tests.
import type { Bet, BetLeg, Game, User } from '#services/contract/contract.ts'

let serial = 0
const nextId = () => (++serial).toString(16).padStart(32, '0')

export const NOW = '2026-11-20T14:00:00.000Z'

export function aUser(changes: Partial<User> = {}): User {
  return {
    id: nextId(),
    username: 'ada',
    balance: '65.00',
    is_admin: false,
    is_blocked: false,
    ...changes,
  }
}

type GameChanges = Partial<Game> & { prices?: { home: number; draw?: number | null; away: number } | null }

/**
 * A Premier League game that starts tomorrow, priced 2.10, 3.40, 3.55 unless `prices` says otherwise (null: unpriced).
 */
export function aGame({ prices, ...changes }: GameChanges = {}): Game {
  const offered = prices === undefined ? { home: 2.1, draw: 3.4, away: 3.55 } : prices
  const home = changes.home_team ?? 'Arsenal'
  const away = changes.away_team ?? 'Chelsea'
  const draw = offered?.draw ?? null
  const key = changes.sport_key ?? 'soccer_epl'
  return {
    id: nextId(),
    sport_key: key,
    sport_title: changes.league_title ?? 'Premier League',
    sport: 'soccer',
    league_key: key,
    league_title: 'Premier League',
    country: 'GB-ENG',
    home_team: home,
    away_team: away,
    commence_time: '2026-11-21T15:00:00.000Z',
    completed: false,
    last_update: null,
    status: null,
    period: null,
    clock: null,
    scores: null,
    bookmakers: offered
      ? [
          {
            key: 'betway',
            title: 'Betway',
            last_update: NOW,
            markets: [
              {
                key: 'h2h',
                last_update: NOW,
                outcomes: [
                  { name: home, price: offered.home },
                  { name: away, price: offered.away },
                  ...(draw === null ? [] : [{ name: 'Draw', price: draw }]),
                ],
              },
            ],
          },
        ]
      : [],
    ...(offered ? { odds: { home: offered.home, draw, away: offered.away } } : {}),
    bettable: true,
    revision: 1,
    ...changes,
  }
}

/** A Serie A game of Napoli and Torino, 31 minutes into it. */
export function aLiveGame(changes: GameChanges = {}): Game {
  const home = changes.home_team ?? 'Napoli'
  const away = changes.away_team ?? 'Torino'
  return aGame({
    home_team: home,
    away_team: away,
    sport_key: 'soccer_italy_serie_a',
    league_title: 'Serie A',
    country: 'IT',
    commence_time: '2026-11-20T13:29:00.000Z',
    last_update: '2026-11-20T13:58:00.000Z',
    scores: [
      { name: home, score: '0' },
      { name: away, score: '0' },
    ],
    ...changes,
  })
}

export function aLeg(changes: Partial<BetLeg> = {}): BetLeg {
  return {
    eventId: nextId(),
    sport_key: 'soccer_epl',
    gameTitle: 'Arsenal vs Chelsea',
    marketName: 'h2h',
    selection: 'Arsenal',
    price: 2.1,
    odds: 2.1,
    commence_time: '2026-11-21T15:00:00.000Z',
    status: 'pending',
    result: null,
    void_reason: null,
    ...changes,
  }
}

/** A single on Arsenal unless `changes` says otherwise. */
export function aBet(changes: Partial<Bet> = {}): Bet {
  return {
    id: nextId(),
    game: 'Arsenal vs Chelsea',
    bet_type: 'h2h',
    selection: 'Arsenal',
    odd: 2.1,
    bet_amount: 20,
    potential_win: 42,
    struck_potential_win: 42,
    could_return: (changes.status ?? 'pending') === 'pending' ? (changes.potential_win ?? 42) : null,
    status: 'pending',
    is_parlay: false,
    legs: null,
    quote: aLeg(),
    event_id: nextId(),
    sport_key: 'soccer_epl',
    commence_time: '2026-11-21T15:00:00.000Z',
    created_at: NOW,
    settled_at: null,
    resettled: false,
    ...changes,
  }
}
