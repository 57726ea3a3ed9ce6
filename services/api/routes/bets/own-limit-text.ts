// The text of a bet's refusal by the bettor's own limit: which one, and what it leaves.
import type { Refusal } from '#domain/decision.ts'
import { formatCents } from '#domain/money.ts'
import type { LimitReached } from '#domain/play/play-refusal.ts'

/** The refusal's own text where it is another one. */
export function ownLimitText({ code, error, detail }: Refusal): string {
  if (code !== 'stake_limit_reached' && code !== 'loss_limit_reached') return error
  const { period, limitCents, leftCents } = detail as LimitReached
  const of = code === 'stake_limit_reached' ? 'stakes' : 'losses'
  const room = leftCents === 0 ? 'nothing is left of it' : `€${formatCents(leftCents)} is left of it`
  return `Your own limit on ${of} is €${formatCents(limitCents)} a ${period}, and ${room}.`
}
