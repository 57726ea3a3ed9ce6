// Which markets a game has, and how each is priced.
import type { SimulatedGame } from '../../schedule/simulated-game.ts'
import type { Scope } from '../../sports/course.ts'
import { type FairBook, type FairMarket, isOffered, one } from './fair-market.ts'
import type { Grid } from './lines.ts'
import {
  alternateSpreads,
  alternateTeamTotals,
  alternateTotals,
  bothScore,
  doubleChance,
  gridOf,
  type Lines,
  sides,
  spreads,
  teamTotals,
  totals,
  wholeGame,
  winner,
} from './score-markets.ts'

type Entry = { readonly scope: Scope | 'whole'; readonly books: (lines: Lines) => readonly FairBook[] }

const THREE_WAY: Entry = { scope: 'regulation', books: ({ game, outlook }) => [winner(game, outlook, true)] }
const NO_DRAW: Entry = { scope: 'regulation', books: ({ game, outlook }) => [winner(game, outlook, false)] }
const DOUBLE: Entry = { scope: 'regulation', books: ({ game, outlook }) => [doubleChance(game, outlook)] }
const whole = (books: Entry['books']): Entry => ({ scope: 'whole', books })
const part = (scope: Scope, draw: boolean): Entry => ({
  scope,
  books: ({ game, outlook }) => [winner(game, outlook, draw)],
})
const partTotals = (scope: Scope): Entry => ({ scope, books: totals })

/** Markets of every sport that is priced by its score. */
const COMMON: Readonly<Record<string, Entry>> = {
  spreads: whole(spreads),
  totals: whole(totals),
  alternate_spreads: whole(alternateSpreads),
  alternate_totals: whole(alternateTotals),
  team_totals: whole(teamTotals),
  alternate_team_totals: whole(alternateTeamTotals),
}
const HALVES = { h2h_h1: part('h1', false), totals_h1: partTotals('h1') }
const QUARTERS = { ...HALVES, h2h_q1: part('q1', false) }

const MENUS: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  soccer: {
    ...COMMON,
    h2h_3_way: THREE_WAY,
    draw_no_bet: NO_DRAW,
    double_chance: DOUBLE,
    btts: { scope: 'regulation', books: ({ outlook }) => bothScore(outlook) },
    h2h_h1: part('h1', true),
    totals_h1: partTotals('h1'),
  },
  hockey: {
    ...COMMON,
    h2h_3_way: THREE_WAY,
    draw_no_bet: NO_DRAW,
    double_chance: DOUBLE,
    h2h_3_way_p1: part('p1', true),
    totals_p1: partTotals('p1'),
  },
  basketball: { ...COMMON, ...QUARTERS },
  americanfootball: { ...COMMON, ...QUARTERS },
  aussierules: { ...COMMON, ...QUARTERS },
  rugbyleague: { ...COMMON, ...HALVES },
  rugbyunion: { ...COMMON, ...HALVES, draw_no_bet: NO_DRAW, double_chance: DOUBLE },
  baseball: {
    ...COMMON,
    h2h_1st_5_innings: part('1st_5_innings', false),
    totals_1st_5_innings: partTotals('1st_5_innings'),
  },
}

/** All markets that a game of this league may have. */
export const marketsOf = ({ league, field }: SimulatedGame): readonly string[] =>
  field === null ? ['h2h', ...Object.keys(MENUS[league.kind] ?? {})] : ['outrights']

/** The part of the game that a market is about. */
function scopeOf(game: SimulatedGame, key: string): Scope {
  const scope = MENUS[game.league.kind]?.[key]?.scope ?? 'whole'
  return scope === 'whole' ? wholeGame(game) : scope
}

/** A market at an instant; undefined if the game does not have it (any more). */
export function fairMarket(game: SimulatedGame, key: string, instant: number, style: Grid): FairMarket | undefined {
  if (game.field !== null) return key === 'outrights' ? outrights(game, instant) : undefined
  if (key === 'h2h') return headToHead(game, instant)
  const entry = MENUS[game.league.kind]?.[key]
  const outlook = entry && game.course.outlookAt(instant, scopeOf(game, key))
  if (!entry || !outlook) return undefined
  const books = entry.books({ game, outlook, grid: gridOf(game, style) }).filter(isOffered)
  return books.length === 0 ? undefined : { key, books }
}

function headToHead(game: SimulatedGame, instant: number): FairMarket {
  const { home, draw, away } = game.course.chancesAt(instant)
  const both = sides(game, home, away).outcomes
  return { key: 'h2h', books: [draw === null ? one(...both) : one(...both, { name: 'Draw', chance: draw })] }
}

/** Players without a chance are not offered; when only one is left, the market is closed. */
function outrights(game: SimulatedGame, instant: number): FairMarket | undefined {
  const chances = game.field!.chancesAt(instant)
  const outcomes = game
    .field!.names.map((name, player) => ({ name, chance: chances[player]! }))
    .filter(({ chance }) => chance > 0.0005)
  return outcomes.length < 2 ? undefined : { key: 'outrights', books: [one(...outcomes)] }
}
