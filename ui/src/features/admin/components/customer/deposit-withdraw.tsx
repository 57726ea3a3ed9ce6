import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { eurosOf } from '#domain/money.ts'
import type { BalanceUpdated } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { formatCents, formatEuros, toCents } from '#ui/lib/money.ts'
import { parseCents } from '#ui/model/typed-amount.ts'
import { type AdminUser, useAdminAction } from '../../api/dashboard.ts'
import { type TransferForm, transferSchema } from '../../model/forms.ts'
import { type TransferDirection, transferChanges, transferredText } from '../../model/transfer-text.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { MoneyChanges } from '../desk/money-changes.tsx'
import { ReasonField, useReason } from '../desk/reason-field.tsx'

const blank: TransferForm = { amount: '' }

type DepositWithdrawProps = {
  user: AdminUser
  float: number
  /** False if the account is closing or closed. */
  takesDeposits: boolean
}

/** Moves money between the admin's own balance and a bettor's, after a dialog that shows both results. */
export function DepositWithdraw({ user, float, takesDeposits }: DepositWithdrawProps) {
  const form = useForm<TransferForm>({ defaultValues: blank, resolver: standardSchemaResolver(transferSchema) })
  const reason = useReason()
  const [confirming, setConfirming] = useState<TransferDirection | null>(null)
  const feedback = useFeedback()
  const action = useAdminAction<z.infer<typeof BalanceUpdated>>()
  const cents = parseCents(form.watch('amount')) ?? 0

  const confirm = (direction: TransferDirection) => {
    feedback.clear()
    return form.handleSubmit(({ amount }) => {
      // A missing balance is reported before the confirmation; the server checks again.
      if (direction === 'withdraw' && (parseCents(amount) ?? 0) > toCents(user.balance)) {
        form.setError('amount', { message: customers.hasOnly(user.username, formatEuros(user.balance)) })
        form.setFocus('amount')
      } else if (direction === 'deposit' && (parseCents(amount) ?? 0) > toCents(float)) {
        form.setError('amount', { message: customers.ownHasOnly(formatEuros(float)) })
        form.setFocus('amount')
      } else setConfirming(direction)
    })
  }
  const transfer = (direction: TransferDirection, text: string) =>
    action.mutate(
      {
        action: 'updateBalance',
        userId: user.id,
        amountToAdd: eurosOf(direction === 'deposit' ? cents : -cents),
        balanceType: direction,
        reason: text,
      },
      {
        onSuccess: (reply) => {
          feedback.succeed(transferredText(direction, cents, user.username, reply.userBalance))
          form.reset(blank)
          reason.reset()
        },
        onError: (error) => feedback.fail(error, admin.updateBalanceFailed),
        onSettled: () => setConfirming(null),
      },
    )
  return (
    <div className="flex flex-col gap-3 rounded-card border border-border bg-surface p-4">
      <h3 className="font-semibold text-body">Deposit Withdraw</h3>
      <form
        noValidate
        aria-label="Deposit Withdraw"
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => void confirm(takesDeposits ? 'deposit' : 'withdraw')(event)}
      >
        <TextField
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          leading="€"
          placeholder="0.00"
          error={form.formState.errors.amount?.message}
          className="w-full sm:w-56"
          {...form.register('amount')}
        />
        <div className="flex flex-wrap items-center gap-2 sm:pt-6">
          {takesDeposits && (
            <Button
              type="submit"
              // Not the primary button on a blocked account, whose money cannot be used.
              variant={user.is_blocked ? 'secondary' : 'primary'}
              className="h-11"
              disabled={action.isPending}
            >
              Deposit
            </Button>
          )}
          <Button className="h-11" disabled={action.isPending} onClick={() => void confirm('withdraw')()}>
            Withdraw
          </Button>
          <Feedback text={feedback.text} />
        </div>
      </form>
      {confirming !== null && (
        <ConfirmAction
          onClose={() => setConfirming(null)}
          title={confirming === 'deposit' ? `Deposit to ${user.username}?` : `Withdraw from ${user.username}?`}
          description={confirming === 'deposit' ? customers.depositText : customers.withdrawText}
          confirmLabel={`${confirming === 'deposit' ? 'Deposit' : 'Withdraw'} ${formatCents(cents)}`}
          busy={action.isPending}
          busyLabel={admin.updating}
          onConfirm={() => reason.submit((text) => transfer(confirming, text))}
        >
          <MoneyChanges changes={transferChanges(confirming, cents, user, float)} />
          <ReasonField {...reason.field} />
        </ConfirmAction>
      )}
    </div>
  )
}
