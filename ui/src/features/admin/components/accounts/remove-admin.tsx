import type { z } from 'zod'
import type { Done } from '#services/contract/contract.ts'
import { floats } from '#ui/lib/messages/desk/floats.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { parseCents } from '#ui/model/typed-amount.ts'
import type { AdminUserRow } from '../../api/admins.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import type { FeedbackState } from '../desk/feedback.tsx'
import { MoneyChanges } from '../desk/money-changes.tsx'
import { ReasonField, useReason } from '../desk/reason-field.tsx'

type RemoveAdminProps = { admin: AdminUserRow; feedback: FeedbackState; onClose: () => void }

/**
 * Asks for confirmation and a reason before an admin or auditor is removed; names an admin's money, which goes back to
 * the treasury.
 */
export function RemoveAdmin({ admin: { username, role, balance }, feedback, onClose }: RemoveAdminProps) {
  const why = useReason()
  const action = useAdminAction<z.infer<typeof Done>>()
  const isAuditor = role === 'auditor'
  const remove = (reason: string) =>
    action.mutate(
      { action: 'removeAdmin', adminUsername: username, reason },
      {
        onSuccess: (reply) => feedback.succeed(reply.message ?? floats.removed(username)),
        onError: (error) => feedback.fail(error, floats.removeFailed),
        onSettled: onClose,
      },
    )
  return (
    <ConfirmAction
      onClose={onClose}
      title={floats.removeTitle(username)}
      description={isAuditor ? floats.removeAuditorText(username) : floats.removeText(username)}
      confirmLabel={isAuditor ? floats.removeAuditorLabel : floats.removeLabel(formatEuros(balance))}
      busyLabel={floats.removing}
      busy={action.isPending}
      isDangerous
      onConfirm={() => why.submit(remove)}
    >
      {!isAuditor && (
        <MoneyChanges changes={[{ label: floats.floatOf(username), before: parseCents(balance) ?? 0, after: 0 }]} />
      )}
      <ReasonField {...why.field} />
    </ConfirmAction>
  )
}
