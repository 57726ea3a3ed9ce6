// What a bettor staked and lost in the newest day, week and month with a bet. A bet counts in the periods in which it
// was accepted: its stake as staked, unless it came back unchanged, and as lost less what the settlement in force
// returned.
import type { Account, OpenBet, Play } from '../../replay/entities.ts'
import { calendarOf } from './calendar.ts'

export const PERIODS = ['day', 'week', 'month'] as const

export const newPlay = (): Play => ({
  limits: new Map(),
  break: null,
  day: { from: '', stakes: 0, losses: 0 },
  week: { from: '', stakes: 0, losses: 0 },
  month: { from: '', stakes: 0, losses: 0 },
})

export function addStake(play: Play, at: string, stakeCents: number): void {
  const now = calendarOf(at)
  for (const period of PERIODS) {
    // times of a stream need not be in order: a bet that seems older counts in the newest period
    if (now[period] > play[period].from) play[period] = { from: now[period], stakes: 0, losses: 0 }
    play[period].stakes += stakeCents
    play[period].losses += stakeCents
  }
}

/** `times`: -1 if the return is taken back. */
export function addReturn(
  { play }: Account,
  { placedAt, stakeCents }: OpenBet,
  returnCents: number,
  times: 1 | -1,
): void {
  if (play === null) return
  const then = calendarOf(placedAt)
  for (const period of PERIODS) {
    const sums = play[period]
    if (then[period] !== sums.from) continue
    sums.losses -= times * returnCents
    if (returnCents === stakeCents) sums.stakes -= times * stakeCents
  }
}
