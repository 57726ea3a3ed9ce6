// What really happened in the simulated season: how each game went, and its faults.

import { fixtureIdOf } from '#services/odds/polling/fixture-registry.ts'
import { HOUR } from '#services/platform/clock/durations.ts'
import { createFaults } from '#services/simulator/faults/faults.ts'
import type { FaultLevel } from '#services/simulator/faults/random-faults.ts'
import { leagues } from '#services/simulator/schedule/leagues.ts'
import { createSchedule } from '#services/simulator/schedule/schedule.ts'
import { idOf, type SimulatedGame } from '#services/simulator/schedule/simulated-game.ts'

export type PlayedGame = { readonly game: SimulatedGame; readonly fault: string | null }

/** Every game that may have been listed, by our fixture's id. */
export function playedGames(seed: string, level: FaultLevel, from: Date, until: Date): Map<string, PlayedGame> {
  const schedule = createSchedule(seed)
  const faults = createFaults(seed, level)
  const games = new Map<string, PlayedGame>()
  for (const league of leagues) {
    const since = from.getTime() - 72 * HOUR
    for (const game of schedule.starting(league, since, until.getTime() + 240 * HOUR)) {
      const fault = faults.ofGame(game)[0]?.kind ?? null
      const ids = [game.id, idOf(`${game.key}/reissued`), idOf(`${game.key}/duplicate`)]
      for (const id of ids) games.set(fixtureIdOf(id), { game, fault })
    }
  }
  return games
}
