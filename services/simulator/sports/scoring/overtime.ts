// How level games go on: whoever scores next wins by a given number of points.
import type { Ending } from './ending.ts'
import type { Rates } from './plays.ts'

/** What the winner and the loser add, and how often. The rest up to 1 stays level. */
export type Overtime = readonly (readonly [winner: number, loser: number, share: number])[]

export const levelScoresStand = (): readonly Ending[] => []

/** The better side wins a little more often. */
export function decided(overtime: Overtime): (rates: Rates) => readonly Ending[] {
  const stays = 1 - overtime.reduce((sum, [, , share]) => sum + share, 0)
  return ({ home, away }) => {
    const homeWins = 0.5 + Math.max(-0.12, Math.min(0.12, ((home - away) / (home + away)) * 0.36))
    const endings = overtime.flatMap(([winner, loser, share]) => [
      { home: winner, away: loser, chance: share * homeWins },
      { home: loser, away: winner, chance: share * (1 - homeWins) },
    ])
    return stays > 1e-9 ? [...endings, { home: 0, away: 0, chance: stays }] : endings
  }
}
