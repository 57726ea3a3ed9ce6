// The text for a bet that exceeds one of the bettor's own limits: which limit, and how much it leaves.
import type { AboveCap } from '#domain/customer/bet-caps.ts'
import type { Refusal } from '#domain/decision.ts'
import { euroText } from '#domain/money.ts'
import type { LimitReached } from '#domain/play/play-refusal.ts'

/** For any other refusal, its own text. */
export function ownLimitText({ code, error, detail }: Refusal): string {
  if (code === 'stake_above_cap') {
    return `The most that is accepted for one bet is ${euroText((detail as AboveCap).maxStakeCents)}.`
  }
  if (code !== 'stake_limit_reached' && code !== 'loss_limit_reached') return error
  const { period, limitCents, leftCents } = detail as LimitReached
  const of = code === 'stake_limit_reached' ? 'stakes' : 'losses'
  const room = leftCents === 0 ? 'nothing is left of it' : `${euroText(leftCents)} is left of it`
  return `Your own limit on ${of} is ${euroText(limitCents)} a ${period}, and ${room}.`
}
