// What an account's state knows of play: its limits, its break, and the sums of the bets of this day, week and month.
//
// A bet belongs to the periods in which it was accepted, whenever it settles. Its stake counts as staked unless it came
// back unchanged (refunded or voided). It counts as lost less what the settlement in force returns, so an open bet
// counts as lost. Only the newest periods are kept, so that the state stays bounded; a bet with an earlier time counts
// in them.
import { periodsAt, type Span } from '../calendar/periods.ts'
import type { BreakTaken, PlayLimitSet } from './play-events.ts'
import { type LimitKind, PLAY_PERIODS, type PlayLimitName, type PlayPeriod, playLimitName } from './play-terms.ts'

export type PlayLimit = {
  /** Null: none. */
  readonly amountCents: number | null
  /** An increase that has not taken effect yet. */
  readonly pending: { readonly amountCents: number | null; readonly effectiveAt: string } | null
}

/** The sums of the bets of a period. Losses are below 0 if more was returned than staked. */
export type Tally = Span & { stakesCents: number; lossesCents: number }
export type Tallies = Record<PlayPeriod, Tally>

export type PlayState = {
  readonly limits: Map<PlayLimitName, PlayLimit>
  /** The last one, over or not. */
  break: BreakTaken | null
  /** Null before the first bet. */
  tallies: Tallies | null
}

export const initialPlay = (): PlayState => ({ limits: new Map(), break: null, tallies: null })

const NO_LIMIT: PlayLimit = { amountCents: null, pending: null }

/** A limit as it is at a time. */
export function limitAt(play: PlayState | undefined, name: PlayLimitName, at: string): PlayLimit {
  const limit = play?.limits.get(name) ?? NO_LIMIT
  const { pending } = limit
  return pending === null || at < pending.effectiveAt ? limit : { amountCents: pending.amountCents, pending: null }
}

/** The break that is in force at a time; null without one. */
export function breakAt(play: PlayState | undefined, at: string): BreakTaken | null {
  const taken = play?.break ?? null
  return taken === null || (taken.until !== null && taken.until <= at) ? null : taken
}

/** The tallies of the periods at a time. */
export function talliesAt(play: PlayState | undefined, at: string): Tallies {
  const known = play?.tallies ?? null
  // the day is the shortest period: while it lasts, so do the others
  if (known !== null && at < known.day.until) return known
  const spans = periodsAt(at)
  const tally = (period: PlayPeriod): Tally =>
    known !== null && at < known[period].until ? known[period] : { ...spans[period], stakesCents: 0, lossesCents: 0 }
  return { day: tally('day'), week: tally('week'), month: tally('month') }
}

/** What a limit of this kind counts. */
export const usedCents = (tally: Tally, kind: LimitKind): number =>
  kind === 'stake' ? tally.stakesCents : tally.lossesCents

export function countStake(play: PlayState, at: string, stakeCents: number): void {
  play.tallies = talliesAt(play, at)
  for (const period of PLAY_PERIODS) {
    play.tallies[period].stakesCents += stakeCents
    play.tallies[period].lossesCents += stakeCents
  }
}

/** Counts what a settlement of a bet returned; `times` -1 takes it back. */
export function countReturn(
  { tallies }: PlayState,
  bet: { readonly placedAt: string; readonly stakeCents: number },
  returnCents: number,
  times: 1 | -1,
): void {
  if (tallies === null) return
  for (const period of PLAY_PERIODS) {
    const tally = tallies[period]
    if (bet.placedAt < tally.from || bet.placedAt >= tally.until) continue
    tally.lossesCents -= times * returnCents
    if (returnCents === bet.stakeCents) tally.stakesCents -= times * bet.stakeCents
  }
}

export function setLimit(play: PlayState, set: PlayLimitSet, at: string): void {
  const name = playLimitName(set.kind, set.period)
  const { amountCents, effectiveAt } = set
  const { amountCents: inForce } = limitAt(play, name, at)
  play.limits.set(
    name,
    effectiveAt <= at
      ? { amountCents, pending: null }
      : { amountCents: inForce, pending: { amountCents, effectiveAt } },
  )
}
