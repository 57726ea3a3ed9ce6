import { useState } from 'react'
import type { z } from 'zod'
import type { Done } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { type AdminUser, useAdminAction } from '../../api/dashboard.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { ReasonField, useReason } from '../desk/reason-field.tsx'

/** Blocks or unblocks a user, after a dialog that explains the consequences. */
export function BlockUser({ user }: { user: AdminUser }) {
  const reason = useReason()
  const [isConfirming, setIsConfirming] = useState(false)
  const feedback = useFeedback()
  const action = useAdminAction<z.infer<typeof Done>>()
  const isBlocked = user.is_blocked
  const label = isBlocked ? admin.unblock : admin.block
  const change = (text: string) =>
    action.mutate(
      { action: isBlocked ? 'unblockUser' : 'blockUser', targetUsername: user.username, reason: text },
      {
        onSuccess: (reply) => {
          feedback.succeed(reply.message ?? (isBlocked ? `${user.username} unblocked` : `${user.username} blocked`))
          reason.reset()
        },
        onError: (error) => feedback.fail(error, admin.statusFailed),
        onSettled: () => setIsConfirming(false),
      },
    )
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <Feedback text={feedback.text} />
      <Button
        variant={isBlocked ? 'secondary' : 'danger'}
        disabled={action.isPending}
        onClick={() => setIsConfirming(true)}
      >
        {label}
      </Button>
      {isConfirming && (
        <ConfirmAction
          onClose={() => setIsConfirming(false)}
          title={`${label}: ${user.username}`}
          description={consequenceText(user)}
          confirmLabel={label}
          busyLabel={isBlocked ? admin.unblocking : admin.blocking}
          busy={action.isPending}
          isDangerous={!isBlocked}
          onConfirm={() => reason.submit(change)}
        >
          <ReasonField {...reason.field} />
        </ConfirmAction>
      )}
    </div>
  )
}

const consequenceText = ({ is_blocked, username, balance }: AdminUser): string =>
  is_blocked
    ? `${username} may sign in and bet again. The balance stays ${formatEuros(balance)}.`
    : `${username} is signed out everywhere and can neither sign in nor bet. Open bets still settle, and the balance stays ${formatEuros(balance)}.`
