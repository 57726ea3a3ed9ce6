// A bettor's play limits and break at a given time, from the account's own state.
import type { AccountState } from '#domain/account/state.ts'
import { eurosOf } from '#domain/money.ts'
import { breakAt, limitAt, talliesAt, usedCents } from '#domain/play/play-state.ts'
import { LIMIT_KINDS, PLAY_PERIODS, playLimitName } from '#domain/play/play-terms.ts'
import type { PlayLimit, PlayLimits } from '#services/contract/contract.ts'

const euros = (cents: number | null): number | null => (cents === null ? null : eurosOf(cents))

export function shownLimits({ play, caps }: Pick<AccountState, 'play' | 'caps'>, at: string): PlayLimits {
  const tallies = talliesAt(play, at)
  const limits = LIMIT_KINDS.flatMap((kind) =>
    PLAY_PERIODS.map((period): PlayLimit => {
      const { amountCents, pending } = limitAt(play, playLimitName(kind, period), at)
      const used = usedCents(tallies[period], kind)
      return {
        kind,
        period,
        amount: euros(amountCents),
        used: eurosOf(used),
        left: euros(amountCents === null ? null : Math.max(0, amountCents - used)),
        periodEnds: tallies[period].until,
        pending: pending === null ? null : { amount: euros(pending.amountCents), effectiveAt: pending.effectiveAt },
      }
    }),
  )
  const perBet = { stake: euros(caps?.stakeCents ?? null), payout: euros(caps?.payoutCents ?? null) }
  return { limits, break: breakAt(play, at), perBet }
}
