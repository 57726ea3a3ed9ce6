import { useState } from 'react'
import type { ListedUser } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { ReasonField, useReason } from './reason.tsx'

/** Closes an account in which nothing is left, for good, after a dialog that says what follows. For super admins. */
export function CloseAccount({ user }: { user: ListedUser }) {
  const reason = useReason()
  const [isConfirming, setIsConfirming] = useState(false)
  const feedback = useFeedback()
  const action = useAdminAction()
  const close = (text: string) =>
    action.mutate(
      { action: 'closeAccount', userId: user.id, reason: text },
      {
        onSuccess: () => feedback.succeed(customers.accountClosed(user.username)),
        onError: (error) => feedback.fail(error, customers.closeFailed),
        onSettled: () => setIsConfirming(false),
      },
    )
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <Feedback text={feedback.text} />
      <Button variant="danger" disabled={action.isPending} onClick={() => setIsConfirming(true)}>
        {customers.closeAccount}
      </Button>
      {isConfirming && (
        <ConfirmAction
          onClose={() => setIsConfirming(false)}
          title={customers.closeTitle(user.username)}
          description={customers.closeConsequence(user.username)}
          confirmLabel={customers.closeAccount}
          busyLabel={customers.closingAccount}
          busy={action.isPending}
          isDangerous
          onConfirm={() => reason.submit(close)}
        >
          <ReasonField {...reason.field} />
        </ConfirmAction>
      )}
    </div>
  )
}
