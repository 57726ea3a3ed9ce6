// Caps that the desk puts on the stake and the payout of a bettor's bets. They hold at once, also for bets that are
// waiting out the acceptance delay.
import type { AccountEvent } from '../account/events.ts'
import type { AccountState } from '../account/state.ts'
import { isBetBound } from '../bet/bet-bound.ts'
import type { BetLimits } from '../bet/bet-events.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import { refusalOfDesk } from './by-desk.ts'
import type { SetBetCaps } from './customer-commands.ts'
import type { BetCapsSet } from './customer-events.ts'

type Caps = BetCapsSet | undefined

/** Detail of the refusal `stake_above_cap`. */
export type AboveCap = { readonly maxStakeCents: number }

export function decideSetBetCaps(
  { stakeCents, payoutCents }: SetBetCaps,
  meta: CommandMeta,
  state: AccountState,
): Decision<AccountEvent> {
  const refused = refusalOfDesk(meta, state)
  if (refused !== null) return refused
  if (!isBetBound(stakeCents) || !isBetBound(payoutCents)) return refuse('bet_cap_invalid')
  const { caps } = state
  if ((caps?.stakeCents ?? null) === stakeCents && (caps?.payoutCents ?? null) === payoutCents) return ALREADY_DONE
  const data: BetCapsSet = {
    ...(stakeCents === null ? {} : { stakeCents }),
    ...(payoutCents === null ? {} : { payoutCents }),
  }
  return accept({ type: 'BetCapsSet', schema: 1, data })
}

/** The refusal of a stake above the cap; null if it is within, or there is no cap. */
export function refusalOfStakeCap(caps: Caps, stakeCents: number) {
  const maxStakeCents = caps?.stakeCents
  if (maxStakeCents === undefined || stakeCents <= maxStakeCents) return null
  return refuse('stake_above_cap', { maxStakeCents } satisfies AboveCap)
}

/** The most that a bet of this bettor may pay, in cents: the lower of the book's limit and the cap. */
export const maxPayoutCentsOf = ({ maxPayoutCents }: BetLimits, caps: Caps): number =>
  Math.min(maxPayoutCents, caps?.payoutCents ?? maxPayoutCents)

/** A bet's limits with the caps in force added. */
export function withCaps(limits: BetLimits, caps: Caps): BetLimits {
  const { stakeCents, payoutCents } = caps ?? {}
  if (stakeCents === undefined && payoutCents === undefined) return limits
  const personal = [
    ...(limits.personal ?? []),
    ...(stakeCents === undefined ? [] : [{ limit: 'bet-stake', value: stakeCents }]),
    ...(payoutCents === undefined ? [] : [{ limit: 'bet-payout', value: payoutCents }]),
  ]
  return { ...limits, personal }
}
