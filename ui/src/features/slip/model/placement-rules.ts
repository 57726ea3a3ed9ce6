// The rules for placing a slip, in order: the first one that fails is the blocker, whose text the bettor reads.
import { MAX_LEGS, MIN_STAKE_CENTS } from '#domain/limits.ts'
import { refusalTexts } from '#domain/refusals.ts'
import { inSlip } from '#ui/lib/messages/slip.ts'
import type { SlipMode } from '#ui/model/slip/reducer.ts'

export interface PlacementFacts {
  /** Null for a visitor. */
  bettor: { balanceCents: number; isAdmin: boolean; owes: boolean } | null
  mode: SlipMode
  selectionCount: number
  /** While the odds are being checked. */
  isChecking: boolean
  /** Why no bets are taken on a selection that is stopped or suspended; null if none is. */
  stop: string | null
  /** False while a selection is gone, or has moved further than the bettor accepts. */
  areOddsValid: boolean
  /** True while a price is too old to bet at. */
  areOddsStale: boolean
  /** Whether a parlay's odds exceed the largest odds: no stake is small enough then. */
  areOddsTooLarge: boolean
  /** The cap on a stake of this bettor; null without one. */
  maxStakeCents: number | null
  /** Whether a bet would return more than the payout limit. */
  isPayoutTooLarge: boolean
  /** The stake of each bet to place; null if the field is not an amount. */
  stakesCents: (number | null)[]
}

export interface Blocker {
  code:
    | 'signed-out'
    | 'admin'
    | 'empty'
    | 'legs'
    | 'checking'
    | 'stopped'
    | 'odds'
    | 'stale'
    | 'payout'
    | 'stake'
    | 'debt'
    | 'funds'
  text: string
}

/** The first rule that forbids placing; null if none does. */
export function findBlocker(facts: PlacementFacts): Blocker | null {
  if (facts.bettor === null) return { code: 'signed-out', text: inSlip.signIn }
  if (facts.bettor.isAdmin) return { code: 'admin', text: refusalTexts.not_a_bettor }
  if (facts.selectionCount === 0) return { code: 'empty', text: inSlip.slipEmpty }
  if (facts.isChecking) return { code: 'checking', text: inSlip.checking }
  if (facts.stop !== null) return { code: 'stopped', text: facts.stop }
  if (!facts.areOddsValid) return { code: 'odds', text: inSlip.oddsChanged }
  if (facts.areOddsStale) return { code: 'stale', text: inSlip.stale }
  if (facts.mode === 'parlay' && facts.selectionCount > MAX_LEGS) {
    return { code: 'legs', text: refusalTexts.too_many_legs }
  }
  if (facts.areOddsTooLarge) return { code: 'payout', text: refusalTexts.payout_too_large }
  const stake = findStakeBlocker(facts, facts.bettor)
  if (stake !== null) return stake
  return facts.isPayoutTooLarge ? { code: 'payout', text: refusalTexts.payout_too_large } : null
}

function findStakeBlocker(
  { stakesCents, maxStakeCents }: Pick<PlacementFacts, 'stakesCents' | 'maxStakeCents'>,
  { balanceCents, owes }: { balanceCents: number; owes: boolean },
): Blocker | null {
  let total = 0
  for (const stake of stakesCents) {
    if (stake === null || stake <= 0) return { code: 'stake', text: inSlip.stakeInvalid }
    if (stake < MIN_STAKE_CENTS) return { code: 'stake', text: refusalTexts.stake_too_small }
    if (maxStakeCents !== null && stake > maxStakeCents) return { code: 'stake', text: refusalTexts.stake_above_cap }
    total += stake
  }
  if (owes) return { code: 'debt', text: refusalTexts.debt_outstanding }
  return total > balanceCents ? { code: 'funds', text: inSlip.insufficient } : null
}
