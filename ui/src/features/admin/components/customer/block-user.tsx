// Block and unblock: what it means is said before it is done.
import { lazy, Suspense, useState } from 'react'
import type { z } from 'zod'
import type { Done } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { messages } from '#ui/lib/messages.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { type AdminUser, useAdminAction } from '../../api/dashboard.ts'
import { failure, Message, success, useMessage } from '../action-message.tsx'
import { ReasonField, reasonOf } from './reason-field.tsx'

const ConfirmDialog = lazy(() => import('#ui/components/ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

export function Standing({ user }: { user: AdminUser }) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [message, setMessage] = useMessage()
  const action = useAdminAction<z.infer<typeof Done>>()
  const blocked = user.is_blocked
  const label = blocked ? messages.admin.unblock : messages.admin.block
  const change = () =>
    action.mutate(
      { action: blocked ? 'unblockUser' : 'blockUser', targetUsername: user.username, ...reasonOf(reason) },
      {
        onSuccess: (reply) => {
          setMessage(success(reply.message ?? (blocked ? `${user.username} unblocked` : `${user.username} blocked`)))
          setReason('')
        },
        onError: (error) => setMessage(failure(error, messages.admin.statusFailed)),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <div className="flex flex-col items-end gap-2">
      <Button variant={blocked ? 'secondary' : 'danger'} disabled={action.isPending} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Message text={message} />
      {asking && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            onOpenChange={setAsking}
            title={`${label}: ${user.username}`}
            description={consequence(user)}
            confirmLabel={label}
            busyLabel={blocked ? messages.admin.unblocking : messages.admin.blocking}
            busy={action.isPending}
            danger={!blocked}
            onConfirm={change}
          >
            <ReasonField value={reason} onChange={setReason} />
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  )
}

const consequence = ({ is_blocked, username, balance }: AdminUser): string =>
  is_blocked
    ? `${username} may sign in and bet again. The balance stays ${formatEuros(balance)}.`
    : `${username} is signed out everywhere and can neither sign in nor bet. Open bets still settle, and the balance stays ${formatEuros(balance)}.`
