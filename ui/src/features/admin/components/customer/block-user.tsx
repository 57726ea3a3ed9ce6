import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Done } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { messages } from '#ui/lib/messages.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { type AdminUser, useAdminAction } from '../../api/dashboard.ts'
import { ActionMessage, errorMessage, successMessage, useTimedMessage } from '../action-message.tsx'
import { optionalReason, ReasonField } from './reason-field.tsx'

const ConfirmDialog = lazy(() => import('#ui/components/ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/** Blocks or unblocks a user, after a dialog that explains the consequences. */
export function BlockUser({ user }: { user: AdminUser }) {
  const form = useForm({ defaultValues: { reason: '' } })
  const [isConfirming, setIsConfirming] = useState(false)
  const [message, setMessage] = useTimedMessage()
  const action = useAdminAction<z.infer<typeof Done>>()
  const isBlocked = user.is_blocked
  const label = isBlocked ? messages.admin.unblock : messages.admin.block
  const change = ({ reason }: { reason: string }) =>
    action.mutate(
      { action: isBlocked ? 'unblockUser' : 'blockUser', targetUsername: user.username, ...optionalReason(reason) },
      {
        onSuccess: (reply) => {
          setMessage(
            successMessage(reply.message ?? (isBlocked ? `${user.username} unblocked` : `${user.username} blocked`)),
          )
          form.reset()
        },
        onError: (error) => setMessage(errorMessage(error, messages.admin.statusFailed)),
        onSettled: () => setIsConfirming(false),
      },
    )
  return (
    <div className="flex flex-col items-end gap-2">
      <Button
        variant={isBlocked ? 'secondary' : 'danger'}
        disabled={action.isPending}
        onClick={() => setIsConfirming(true)}
      >
        {label}
      </Button>
      <ActionMessage text={message} />
      {isConfirming && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            onOpenChange={setIsConfirming}
            title={`${label}: ${user.username}`}
            description={consequenceText(user)}
            confirmLabel={label}
            busyLabel={isBlocked ? messages.admin.unblocking : messages.admin.blocking}
            busy={action.isPending}
            isDangerous={!isBlocked}
            onConfirm={() => void form.handleSubmit(change)()}
          >
            <ReasonField {...form.register('reason')} />
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  )
}

const consequenceText = ({ is_blocked, username, balance }: AdminUser): string =>
  is_blocked
    ? `${username} may sign in and bet again. The balance stays ${formatEuros(balance)}.`
    : `${username} is signed out everywhere and can neither sign in nor bet. Open bets still settle, and the balance stays ${formatEuros(balance)}.`
