// The games of the day while they are edited: text fields, parsed when they are saved.
import type { EditedGame, Game, GameOfTheDay } from '#services/contract/contract.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { deskGames } from '#ui/lib/messages/desk/games.ts'
import { instantOf, productTime } from '#ui/lib/time/product-time.ts'

/** `startsAt`: a local time in Paris, '2026-11-20T18:30'. `draw`: '' if none is offered. */
export type GameDraft = {
  readonly id: string
  readonly source: 'feed' | 'house' | 'new'
  readonly league: string
  readonly leagueTitle: string
  readonly home: string
  readonly away: string
  readonly startsAt: string
  /** The start as loaded; null for a new game. */
  readonly loadedStart: string | null
  readonly homeOdds: string
  readonly draw: string
  readonly awayOdds: string
  readonly confirmed: boolean
}

export const draftOf = (game: GameOfTheDay): GameDraft => ({
  id: game.id,
  source: game.source,
  league: game.sport_key,
  leagueTitle: game.sport_title,
  home: game.home_team,
  away: game.away_team,
  startsAt: productTime(game.commence_time),
  loadedStart: game.commence_time,
  homeOdds: String(game.odds.home_team),
  draw: game.odds.draw === undefined ? '' : String(game.odds.draw),
  awayOdds: String(game.odds.away_team),
  confirmed: game.odds_confirmed,
})

/** Identifies a draft by its content: equal to what the server makes of it, different after any change. */
export const contentOf = ({ league, home, away, startsAt, homeOdds, draw, awayOdds, confirmed }: GameDraft): string =>
  JSON.stringify([league, home, away, startsAt, ...[homeOdds, draw, awayOdds].map(Number), confirmed])

/** A draft for a listed game: its teams, start and prices are the feed's. */
export const pickedDraft = (game: Game): GameDraft => ({
  id: game.id,
  source: 'feed',
  league: game.league_key,
  leagueTitle: game.league_title,
  home: game.home_team,
  away: game.away_team,
  startsAt: productTime(game.commence_time),
  loadedStart: game.commence_time,
  homeOdds: '2',
  draw: '',
  awayOdds: '2',
  confirmed: false,
})

let added = 0
/** A draft for a new game of the house. Its odds are placeholders that the admin has yet to confirm. */
export function newDraft(): GameDraft {
  added += 1
  const blank = { league: '', leagueTitle: '', home: '', away: '', startsAt: '', loadedStart: null }
  // Unique across page loads, which drafts survive.
  const id = `new-${performance.timeOrigin}-${added}`
  return { id, source: 'new', ...blank, homeOdds: '2', draw: '', awayOdds: '2', confirmed: false }
}

const ODDS = /^[1-9]\d{0,9}(\.\d{1,2})?$/
const isPrice = (text: string): boolean => ODDS.test(text) && Number(text) > 1.01

const FACTS = ['league', 'home', 'away', 'startsAt'] as const
const PRICES = ['homeOdds', 'draw', 'awayOdds'] as const
/** What is wrong with a draft, by field; empty if it can be saved. */
export type GameFaults = Partial<Record<(typeof FACTS)[number] | (typeof PRICES)[number], string>>

export function faultsOf(game: GameDraft): GameFaults {
  if (game.source === 'feed') return {}
  const missing = FACTS.filter((field) => game[field].trim() === '')
  const wrong = PRICES.filter((field) => !(field === 'draw' && game.draw === '') && !isPrice(game[field]))
  return Object.fromEntries([
    ...missing.map((field) => [field, deskGames.missing] as const),
    ...wrong.map((field) => [field, admin.oddsInvalid] as const),
  ])
}

/** What is wrong with a whole list, in a sentence; null if it can be saved. */
export function faultOf(games: readonly GameDraft[]): string | null {
  const faults = games.flatMap((game) => Object.values(faultsOf(game)))
  return faults.includes(deskGames.missing) ? admin.fillAll : (faults[0] ?? null)
}

/** If the start was not edited, keeps the seconds with which it was loaded. */
const startOf = ({ startsAt, loadedStart }: GameDraft): string =>
  loadedStart !== null && productTime(loadedStart) === startsAt ? loadedStart : instantOf(startsAt)

export const editedGameOf = (draft: GameDraft): EditedGame => ({
  id: draft.id,
  sport_key: draft.league,
  home_team: draft.home,
  away_team: draft.away,
  commence_time: startOf(draft),
  odds: {
    home_team: Number(draft.homeOdds),
    away_team: Number(draft.awayOdds),
    ...(draft.draw === '' ? {} : { draw: Number(draft.draw) }),
  },
  odds_confirmed: draft.confirmed && draft.source !== 'feed',
})
