// A season: the house with the simulator and every fault, and its bettors.

import { HOUR } from '#services/platform/clock/durations.ts'
import { createFaults } from '#services/simulator/faults/faults.ts'
import type { FaultLevel } from '#services/simulator/faults/random-faults.ts'
import { createSimulator } from '#services/simulator/http/server.ts'
import { type Bets, createBettors, noBets } from './betting/bettors.ts'
import { type House, type IsSlow, openHouse } from './house/house.ts'
import { steppedClock } from './house/stepped-clock.ts'
import { listening } from './listening.ts'
import { type Pace, play, playOut } from './play.ts'
import { accountOf, type SeasonAccount } from './reckoning/account.ts'
import { type Reckoned, reckon } from './reckoning/bets.ts'
import { playedGames } from './reckoning/games.ts'

export type SeasonOptions = {
  readonly url: string
  readonly seed: string
  readonly start: string
  readonly faults?: FaultLevel
  readonly bettors?: number
  /** By default as the simulator has planned it. */
  readonly isSlow?: IsSlow
}

export type Season = {
  readonly house: House
  readonly bets: Bets
  /** Of the simulator. */
  readonly providerUrl: string
  /** Plays this long with bets, and then until all games are over. */
  play(ms: number, pace: Pace, onStep?: () => void): Promise<void>
  /** Plays until all games are over, without further bets. */
  playOut(): Promise<void>
  reckoned(): Promise<Reckoned[]>
  account(): Promise<SeasonAccount>
  close(): Promise<void>
}

/** When nobody bets any more, only scores are waited for. */
const LAST_PACE: Pace = { stepMs: 6 * HOUR, picks: 0, turnEvery: 1 }

export async function createSeason({
  url,
  seed,
  start,
  faults = 'season',
  bettors = 20,
  isSlow,
}: SeasonOptions): Promise<Season> {
  const clock = steppedClock(start)
  const planned = createFaults(seed, faults)
  const isPlannedSlow: IsSlow = (league) => planned.ofAnswer(league, clock.businessNow().getTime())?.kind === 'slow'
  const simulator = await listening(createSimulator({ seed, now: clock.businessNow, faults }))
  const house = await openHouse({ url, baseUrl: simulator.baseUrl, clock, bettors, isSlow: isSlow ?? isPlannedSlow })
  const bets = noBets()
  return {
    house,
    bets,
    providerUrl: simulator.baseUrl,
    async play(ms, pace, onStep) {
      const until = new Date(clock.businessNow().getTime() + ms)
      await play(house, until, pace, createBettors(house, seed, bets), onStep)
      await playOut(house, LAST_PACE, onStep)
    },
    playOut: () => playOut(house, LAST_PACE),
    reckoned: () => reckon(house),
    account: async () =>
      accountOf(await reckon(house), playedGames(seed, faults, new Date(start), clock.businessNow())),
    async close() {
      await house.close()
      await simulator.close()
    },
  }
}
