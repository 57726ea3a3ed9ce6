// Whether the slip may be placed: the rules in their order, the first that fails is what the bettor reads.
import { refusalTexts } from '#domain/refusals.ts'
import { messages } from '#ui/lib/messages.ts'
import type { SlipMode } from '#ui/model/slip/reducer.ts'

export const MIN_STAKE_CENTS = 10
export const MAX_LEGS = 20

export interface PlacementFacts {
  /** Who is signed in; null for a visitor. */
  bettor: { balanceCents: number; admin: boolean } | null
  mode: SlipMode
  selections: number
  /** While the odds are being looked up. */
  checking: boolean
  /** False while a selection is gone, or moved further than the bettor accepts. */
  oddsValid: boolean
  /** Whether a parlay's legs come to more than any odds: no stake is small enough. */
  oddsTooLarge: boolean
  /** The stake of each bet that would be placed; null where what was typed is no amount. */
  stakesCents: (number | null)[]
}

export type BlockCode = 'signed-out' | 'admin' | 'empty' | 'legs' | 'checking' | 'odds' | 'payout' | 'stake' | 'funds'
export interface Block {
  code: BlockCode
  text: string
}

/** The first rule that forbids placing, or null where nothing does. */
export function blockOf(facts: PlacementFacts): Block | null {
  if (facts.bettor === null) return { code: 'signed-out', text: messages.slip.signIn }
  if (facts.bettor.admin) return { code: 'admin', text: refusalTexts.not_a_bettor }
  if (facts.selections === 0) return { code: 'empty', text: messages.slip.slipEmpty }
  if (facts.checking) return { code: 'checking', text: messages.slip.checking }
  if (!facts.oddsValid) return { code: 'odds', text: messages.slip.oddsChanged }
  if (facts.oddsTooLarge) return legsBlock(facts) ?? { code: 'payout', text: refusalTexts.payout_too_large }
  return legsBlock(facts) ?? stakeBlock(facts.stakesCents, facts.bettor.balanceCents)
}

const legsBlock = ({ mode, selections }: PlacementFacts): Block | null =>
  mode === 'parlay' && selections > MAX_LEGS ? { code: 'legs', text: refusalTexts.too_many_legs } : null

function stakeBlock(stakesCents: (number | null)[], balanceCents: number): Block | null {
  let total = 0
  for (const stake of stakesCents) {
    if (stake === null || stake <= 0) return { code: 'stake', text: messages.slip.stakeInvalid }
    if (stake < MIN_STAKE_CENTS) return { code: 'stake', text: refusalTexts.stake_too_small }
    total += stake
  }
  return total > balanceCents ? { code: 'funds', text: messages.slip.insufficient } : null
}
