// Markets on the score, all derived from one outlook.
import { uniform } from '../../random.ts'
import type { SimulatedGame } from '../../schedule/simulated-game.ts'
import type { Scope } from '../../sports/course.ts'
import type { Distribution } from '../../sports/scoring/distribution.ts'
import type { Outlook } from '../../sports/scoring/outlook.ts'
import { DRAW, type FairBook, one } from './fair-market.ts'
import { evenLine, type Grid, linesAround, sidesOf } from './lines.ts'

export type Lines = { readonly game: SimulatedGame; readonly outlook: Outlook; readonly grid: Grid }

/** Both sides in the order of the feed: by name. */
export function sides(game: SimulatedGame, home: number, away: number, point?: number): FairBook {
  const line = point === undefined ? [{}, {}] : [{ point }, { point: -point }]
  const both = [
    { name: game.home, ...line[0], chance: home },
    { name: game.away, ...line[1], chance: away },
  ].sort((a, b) => (a.name < b.name ? -1 : 1))
  return one(...both)
}

export function winner(game: SimulatedGame, { margin }: Outlook, draw: boolean): FairBook {
  const home = margin.over(0)
  const level = margin.at(0)
  const away = Math.max(0, 1 - home - level)
  const decided = home + away || 1
  if (!draw) return sides(game, home / decided, away / decided)
  return one(...sides(game, home, away).outcomes, { name: DRAW, chance: level })
}

export function doubleChance(game: SimulatedGame, { margin }: Outlook): FairBook {
  const home = margin.over(0)
  const level = margin.at(0)
  const away = Math.max(0, 1 - home - level)
  return {
    winners: 2,
    outcomes: [
      { name: `${game.home} or Draw`, chance: home + level },
      { name: `${game.away} or Draw`, chance: away + level },
      { name: `${game.home} or ${game.away}`, chance: home + away },
    ],
  }
}

/** In sports with goals or runs, the favourite gives one and a half. */
function spreadLine({ game, outlook, grid }: Lines): number {
  const { kind } = game.league
  if (kind !== 'hockey' && kind !== 'baseball') return evenLine(outlook.margin, grid)
  return outlook.margin.over(0) >= 0.5 ? 1.5 : -1.5
}

/** `line`: the home side's margin that makes it even. */
function spread({ game, outlook }: Lines, line: number): FairBook {
  const { over, under } = sidesOf(outlook.margin, line)
  return sides(game, over, under, -line)
}

function total(distribution: Distribution, line: number, description?: string): FairBook {
  const { over, under } = sidesOf(distribution, line)
  const about = description === undefined ? {} : { description }
  return one(
    { name: 'Over', ...about, point: line, chance: over },
    { name: 'Under', ...about, point: line, chance: under },
  )
}

const stepOf = ({ game }: Lines): number => (game.league.kind === 'soccer' || game.league.kind === 'hockey' ? 1 : 2)

export const spreads = (lines: Lines): FairBook[] => [spread(lines, spreadLine(lines))]
export const alternateSpreads = (lines: Lines): FairBook[] =>
  linesAround(spreadLine(lines), stepOf(lines)).map((line) => spread(lines, line))

export const totals = ({ outlook, grid }: Lines): FairBook[] => [total(outlook.total, evenLine(outlook.total, grid))]
export const alternateTotals = (lines: Lines): FairBook[] =>
  linesAround(evenLine(lines.outlook.total, lines.grid), stepOf(lines)).map((line) => total(lines.outlook.total, line))

const teams = ({ game, outlook }: Lines): [string, Distribution][] => [
  [game.home, outlook.home],
  [game.away, outlook.away],
]
export const teamTotals = (lines: Lines): FairBook[] =>
  teams(lines).map(([team, points]) => total(points, evenLine(points, 'half'), team))
export const alternateTeamTotals = (lines: Lines): FairBook[] =>
  teams(lines).flatMap(([team, points]) =>
    linesAround(evenLine(points, 'half'), 1)
      .filter((line) => line > 0)
      .map((line) => total(points, line, team)),
  )

export const bothScore = ({ both }: Outlook): FairBook[] => [
  one({ name: 'Yes', chance: both }, { name: 'No', chance: 1 - both }),
]

/** Quarter lines are used in soccer, by a bookmaker in every second game. */
export function gridOf(game: SimulatedGame, style: Grid): Grid {
  if (style !== 'quarter') return style
  return game.league.kind === 'soccer' && uniform(`${game.key}/quarter-lines`) < 0.5 ? 'quarter' : 'half'
}

/** The part of the game that its main markets are about: in soccer, the ninety minutes. */
export const wholeGame = (game: SimulatedGame): Scope => (game.league.kind === 'soccer' ? 'regulation' : 'final')
