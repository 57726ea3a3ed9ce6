// Money between the admin's own balance and a bettor's, asked once more with what both will hold.
import { lazy, Suspense, useState } from 'react'
import type { z } from 'zod'
import { centsFromText, eurosOf } from '#domain/money.ts'
import type { BalanceUpdated } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { messages } from '#ui/lib/messages.ts'
import { formatCents, formatEuros, toCents } from '#ui/lib/money.ts'
import { type AdminUser, useAdminAction } from '../../api/dashboard.ts'
import { amountError, centsOf } from '../../model/forms.ts'
import { failure, Message, success, useMessage } from '../action-message.tsx'
import { ReasonField, reasonOf } from './reason-field.tsx'

const ConfirmDialog = lazy(() => import('#ui/components/ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

type Direction = 'deposit' | 'withdraw'

export function DepositWithdraw({ user, float }: { user: AdminUser; float: number }) {
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [asked, setAsked] = useState<Direction | null>(null)
  const [message, setMessage] = useMessage()
  const action = useAdminAction<z.infer<typeof BalanceUpdated>>()
  const cents = centsOf(amount) ?? 0

  const ask = (direction: Direction) => {
    const wrong = amountError(amount)
    setError(wrong)
    setMessage(null)
    if (wrong === null) setAsked(direction)
  }
  const move = (direction: Direction) =>
    action.mutate(
      {
        action: 'updateBalance',
        userId: user.id,
        amountToAdd: eurosOf(direction === 'deposit' ? cents : -cents),
        balanceType: direction,
        ...reasonOf(reason),
      },
      {
        onSuccess: (reply) => {
          setMessage(success(movedText(direction, cents, user.username, reply.userBalance)))
          setAmount('')
          setReason('')
        },
        onError: (refused) => setMessage(failure(refused, messages.admin.updateBalanceFailed)),
        onSettled: () => setAsked(null),
      },
    )
  return (
    <div className="flex flex-col gap-3 border-border border-t pt-4">
      <h4 className="font-semibold text-body">Deposit Withdraw</h4>
      <form
        noValidate
        aria-label="Deposit Withdraw"
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          ask('deposit')
        }}
      >
        <TextField
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          leading="€"
          placeholder="0.00"
          value={amount}
          error={error ?? undefined}
          onChange={(event) => {
            setAmount(event.target.value)
            setError(null)
          }}
          className="w-full sm:w-56"
        />
        <div className="flex gap-2 sm:pt-6">
          <Button type="submit" variant="primary" className="h-11" disabled={action.isPending}>
            Deposit
          </Button>
          <Button className="h-11" disabled={action.isPending} onClick={() => ask('withdraw')}>
            Withdraw
          </Button>
        </div>
      </form>
      <Message text={message} />
      {asked !== null && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            onOpenChange={(open) => open || setAsked(null)}
            title={asked === 'deposit' ? `Deposit to ${user.username}?` : `Withdraw from ${user.username}?`}
            description={<Consequence direction={asked} cents={cents} user={user} float={float} />}
            confirmLabel={`${asked === 'deposit' ? 'Deposit' : 'Withdraw'} ${formatCents(cents)}`}
            busy={action.isPending}
            busyLabel={messages.admin.updating}
            onConfirm={() => move(asked)}
          >
            <ReasonField value={reason} onChange={setReason} />
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  )
}

/** Before and after of both sides. */
function Consequence({
  direction,
  cents,
  user,
  float,
}: {
  direction: Direction
  cents: number
  user: AdminUser
  float: number
}) {
  const sign = direction === 'deposit' ? 1 : -1
  const wallet = centsFromText(user.balance) ?? 0
  const own = toCents(float)
  return (
    <>
      {user.username}: {formatCents(wallet)} → {formatCents(wallet + sign * cents)}. Your balance: {formatCents(own)} →{' '}
      {formatCents(own - sign * cents)}.
    </>
  )
}

const movedText = (direction: Direction, cents: number, username: string, balance: number): string =>
  direction === 'deposit'
    ? `Deposited ${formatCents(cents)} to ${username}. Balance: ${formatEuros(balance)}`
    : `Withdrew ${formatCents(cents)} from ${username}. Balance: ${formatEuros(balance)}`
