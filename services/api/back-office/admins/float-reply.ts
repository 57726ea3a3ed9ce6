// What is replied after a float has been changed, or if the change waits for a super admin.
import { eurosOf, formatCents } from '#domain/money.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { FloatChanged, Waiting } from '#services/accounts/treasury.ts'
import type { PendingApproval } from '#services/contract/contract.ts'
import type { Services } from '../../services.ts'

/** Empty if nothing waits. */
export const pendingApproval = (waiting: Waiting | null | undefined): { pendingApproval?: PendingApproval } => {
  if (waiting === null || waiting === undefined) return {}
  const { draw, amountCents, usedCents, budgetCents } = waiting
  const amounts = { amount: eurosOf(amountCents), usedToday: eurosOf(usedCents), dailyBudget: eurosOf(budgetCents) }
  return { pendingApproval: { id: draw, ...amounts } }
}

export async function floatReply(
  { freshness }: Pick<Services, 'freshness'>,
  session: Session,
  changed: FloatChanged,
  message: string,
) {
  const { floatCents, waiting } = changed
  const token = await freshness.recordSharedWrite(session.id, changed)
  return {
    success: true as const,
    message,
    balance: formatCents(floatCents),
    position: token,
    ...pendingApproval(waiting),
  }
}
