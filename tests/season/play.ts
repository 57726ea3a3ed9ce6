// Plays a stretch of time: the clock jumps, the provider is polled, bets are placed, and what is over is settled.
import { DAY, HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import type { createBettors } from './betting/bettors.ts'
import type { House } from './house/house.ts'

export type Pace = {
  /** How far the clock jumps. */
  readonly stepMs: number
  /** Games picked in a turn; there is a turn before the start every `turnEvery` steps, and one in play. */
  readonly picks: number
  readonly turnEvery: number
  /** Whether there are enough bets before the time is over. */
  readonly enough?: () => boolean
}

/** Runs the polls, settlements and sweeps of every step until `until`. */
export async function play(
  house: House,
  until: Date,
  pace: Pace,
  bettors: ReturnType<typeof createBettors> | null,
  onStep: () => void = () => undefined,
): Promise<void> {
  const { clock, poller, settling } = house
  for (let step = 0; clock.businessNow() < until && !(bettors !== null && pace.enough?.()); step++) {
    const before = clock.businessNow().getTime()
    await poller.tick()
    await house.folded()
    if (bettors !== null && step % pace.turnEvery === 0) {
      await bettors.beforeTheStart(pace.picks)
      await bettors.inPlay(pace.picks)
    }
    await settling.drain()
    clock.advance(Math.max(MINUTE, before + pace.stepMs - clock.businessNow().getTime()))
    const now = clock.businessNow().getTime()
    const isPassed = (period: number) => Math.floor(before / period) !== Math.floor(now / period)
    if (isPassed(HOUR)) {
      await poller.abandonOverdue()
      await settling.sweep()
    }
    if (isPassed(DAY)) await poller.prune()
    onStep()
  }
}

/** A game that starts within a day is postponed by at most sixty hours, and abandoned after 48 more. */
const LAST_GAMES_MS = 6 * DAY

/** Nobody bets any more: plays on until every game with bets must be over, and settles what there is to settle. */
export async function playOut(house: House, pace: Pace, onStep?: () => void): Promise<void> {
  const { clock, settling, poller } = house
  const until = new Date(clock.businessNow().getTime() + LAST_GAMES_MS)
  await play(house, until, pace, null, onStep)
  await poller.abandonOverdue()
  await house.folded()
  await settling.sweep()
  await house.folded()
  await settling.sweep()
  await house.folded()
}
