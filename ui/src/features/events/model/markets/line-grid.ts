// Spreads and totals as a grid: a row per line, a column for each of its two sides.
import type { Game } from '#services/contract/contract.ts'
import { signedLine } from '#ui/model/outcome-name.ts'
import { lineOf, type ShownMarket, type ShownOutcome } from './shown-market.ts'

type Teams = Pick<Game, 'home_team' | 'away_team'>
type Row = { line: string; point: number; cells: (ShownOutcome | null)[] }
/** `team`: the team of a team total; '' for totals of the game, and spreads. */
export type LineGrid = { team: string; columns: [string, string]; rows: Row[] }

/**
 * One grid, or for team totals one per team, home first. Totals from the lowest line up, spreads from the home side's
 * best line down.
 */
export function lineGrids(game: Teams, { outcomes }: ShownMarket): LineGrid[] {
  const teams = [...new Set(outcomes.map((outcome) => lineOf(game, outcome).team))]
  teams.sort((a, b) => Number(a === game.away_team) - Number(b === game.away_team))
  return teams.map((team) => {
    const sides = outcomes.filter((outcome) => lineOf(game, outcome).team === team)
    const isSpread = sides.some(({ name }) => name === game.home_team || name === game.away_team)
    const columns: [string, string] = isSpread ? [game.home_team, game.away_team] : ['Over', 'Under']
    const names = team === '' ? columns : columns.map((side) => `${team} ${side}`)
    const rows = [...Map.groupBy(sides, (outcome) => lineOf(game, outcome).point)].map(([point, found]) => ({
      line: isSpread ? signedLine(point) : String(point),
      point,
      cells: names.map((name) => found.find((outcome) => outcome.name === name) ?? null),
    }))
    return { team, columns, rows: rows.sort((a, b) => (isSpread ? b.point - a.point : a.point - b.point)) }
  })
}
