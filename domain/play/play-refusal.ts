// The refusals that follow from a bettor's own limits and breaks.
import type { BetLimits } from '../bet/bet-events.ts'
import { refuse } from '../refusals.ts'
import { breakAt, limitAt, type PlayState, talliesAt, usedCents } from './play-state.ts'
import { LIMIT_KINDS, type LimitKind, PLAY_PERIODS, type PlayPeriod, playLimitName } from './play-terms.ts'

/** Detail of the refusals `stake_limit_reached` and `loss_limit_reached`. `until`: when the period ends. */
export type LimitReached = {
  readonly kind: LimitKind
  readonly period: PlayPeriod
  readonly limitCents: number
  /** What a bet may still stake. */
  readonly leftCents: number
  readonly until: string
}

/** The refusal of any bet during a break; null without one. Its detail is the break. */
export function refusalOfBreak(play: PlayState | undefined, at: string) {
  const taken = breakAt(play, at)
  if (taken === null) return null
  return refuse(taken.kind === 'time-out' ? 'time_out' : 'self_excluded', taken)
}

/** The refusal of a stake above a limit in force; null if there is room for it. */
export function refusalOfLimits(play: PlayState | undefined, at: string, stakeCents: number) {
  if (play === undefined || play.limits.size === 0) return null
  const tallies = talliesAt(play, at)
  for (const kind of LIMIT_KINDS) {
    for (const period of PLAY_PERIODS) {
      const limitCents = limitAt(play, playLimitName(kind, period), at).amountCents
      if (limitCents === null) continue
      const { [period]: tally } = tallies
      const leftCents = limitCents - usedCents(tally, kind)
      if (stakeCents <= leftCents) continue
      const detail: LimitReached = { kind, period, limitCents, leftCents: Math.max(0, leftCents), until: tally.until }
      return refuse(kind === 'stake' ? 'stake_limit_reached' : 'loss_limit_reached', detail)
    }
  }
  return null
}

/** A bet's limits with the bettor's own limits in force added. */
export function withOwnLimits(limits: BetLimits, play: PlayState | undefined, at: string): BetLimits {
  if (play === undefined || play.limits.size === 0) return limits
  const personal = LIMIT_KINDS.flatMap((kind) => PLAY_PERIODS.map((period) => playLimitName(kind, period))).flatMap(
    (limit) => {
      const value = limitAt(play, limit, at).amountCents
      return value === null ? [] : [{ limit, value }]
    },
  )
  return personal.length === 0 ? limits : { ...limits, personal }
}
