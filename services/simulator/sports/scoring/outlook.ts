// What is still possible in a game: the joint distribution of both sides' final scores, and what follows from it. All
// markets of a game are priced from one outlook, so they agree with each other.
import { Distribution } from './distribution.ts'
import { type Ending, endingsOf } from './ending.ts'

export type Score = readonly [home: number, away: number]
export type Outlook = {
  /** The home side's score less the other's. */
  readonly margin: Distribution
  readonly total: Distribution
  readonly home: Distribution
  readonly away: Distribution
  /** Chance that both sides score. */
  readonly both: number
}

/** From the current score, and what each side independently adds to it until the end of regulation. */
export function outlookOf(
  score: Score,
  homeAdds: Distribution,
  awayAdds: Distribution,
  endings: readonly Ending[] = [],
): Outlook {
  const homeFrom = score[0] + homeAdds.from
  const awayFrom = score[1] + awayAdds.from
  const after = endingsOf(endings)
  const rows = homeAdds.chances.length
  const columns = awayAdds.chances.length
  const home = new Float64Array(rows + after.most)
  const away = new Float64Array(columns + after.most)
  home.set(homeAdds.chances)
  away.set(awayAdds.chances)
  const total = new Float64Array(rows + columns + 2 * after.most)
  // the margin of the first row and column is at `origin`
  const origin = columns + after.most
  const margin = new Float64Array(rows + columns + 2 * after.most)
  const levels: [row: number, chance: number][] = []

  for (let row = 0; row < rows; row++) {
    const rowChance = homeAdds.chances[row]!
    const level = endings.length === 0 ? -1 : homeFrom + row - awayFrom
    for (let column = 0; column < columns; column++) {
      const chance = rowChance * awayAdds.chances[column]!
      if (column === level) levels.push([row, chance])
      else {
        total[row + column]! += chance
        margin[row - column + origin]! += chance
      }
    }
  }
  for (const [row, chance] of levels) {
    const column = homeFrom + row - awayFrom
    home[row]! -= chance
    away[column]! -= chance
    for (const [points, share] of after.home) home[row + points]! += chance * share
    for (const [points, share] of after.away) away[column + points]! += chance * share
    for (const [points, share] of after.total) total[row + column + points]! += chance * share
    for (const [points, share] of after.margin) margin[row - column + points + origin]! += chance * share
  }
  const of = { home: new Distribution(homeFrom, home), away: new Distribution(awayFrom, away) }
  const sum = new Distribution(homeFrom + awayFrom, total)
  return {
    ...of,
    margin: new Distribution(homeFrom - awayFrom - origin, margin),
    total: sum,
    both: 1 - of.home.at(0) - of.away.at(0) + sum.at(0),
  }
}
