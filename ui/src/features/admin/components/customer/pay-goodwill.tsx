import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { eurosOf } from '#domain/money.ts'
import type { Done } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { goodwill } from '#ui/lib/messages/desk/goodwill.ts'
import { formatCents, formatEuros, toCents } from '#ui/lib/money.ts'
import { parseCents } from '#ui/model/typed-amount.ts'
import { type AdminUser, useAdminAction } from '../../api/dashboard.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { MoneyChanges } from '../desk/money-changes.tsx'
import { ReasonField, useReason } from '../desk/reason-field.tsx'

const blank = { amount: '' }

type PayGoodwillProps = {
  user: AdminUser
  /** What the admin may still pay today, in euros; null without a limit. */
  left: number | null
}

/** Pays goodwill from the house, not from the admin's own balance, after a dialog that names the amount. */
export function PayGoodwill({ user, left }: PayGoodwillProps) {
  const form = useForm({ defaultValues: blank })
  const { errors } = form.formState
  const why = useReason()
  const [confirmed, setConfirmed] = useState<number | null>(null)
  const feedback = useFeedback()
  const action = useAdminAction<z.infer<typeof Done>>()
  const ask = async () => {
    feedback.clear()
    if (await form.trigger('amount', { shouldFocus: true })) setConfirmed(parseCents(form.getValues('amount')))
  }
  const pay = (cents: number, reason: string) =>
    action.mutate(
      { action: 'payGoodwill', userId: user.id, amount: eurosOf(cents), reason },
      {
        onSuccess: () => {
          feedback.succeed(goodwill.paid(formatCents(cents), user.username))
          form.reset(blank)
          why.reset()
        },
        onError: (error) => feedback.fail(error, goodwill.failed),
        onSettled: () => setConfirmed(null),
      },
    )
  /** Checked against what is left today before the confirmation; the server checks again. */
  const fits = (typed: string) => {
    const cents = parseCents(typed) ?? 0
    if (cents <= 0) return goodwill.amountInvalid
    return left === null || cents <= toCents(left) || goodwill.above(formatEuros(left))
  }
  const before = toCents(user.balance)
  return (
    <div className="flex flex-col gap-3 rounded-card border border-border bg-surface p-4">
      <div>
        <h3 className="font-semibold text-body">{goodwill.title}</h3>
        <p className="text-muted text-second">
          {goodwill.hint} {left !== null && <span className="text-text">{goodwill.left(formatEuros(left))}</span>}
        </p>
      </div>
      <form
        noValidate
        aria-label={goodwill.title}
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void ask()
        }}
      >
        <TextField
          label={goodwill.amount}
          inputMode="decimal"
          autoComplete="off"
          leading="€"
          placeholder="0.00"
          error={errors.amount?.message}
          className="w-full sm:w-56"
          {...form.register('amount', { validate: fits })}
        />
        <div className="flex flex-wrap items-center gap-2 sm:pt-6">
          <Button type="submit" className="h-11" disabled={action.isPending}>
            {goodwill.pay}
          </Button>
          <Feedback text={feedback.text} />
        </div>
      </form>
      {confirmed !== null && (
        <ConfirmAction
          onClose={() => setConfirmed(null)}
          title={goodwill.question(user.username)}
          description={goodwill.consequence}
          confirmLabel={goodwill.payAmount(formatCents(confirmed))}
          busy={action.isPending}
          busyLabel={goodwill.paying}
          onConfirm={() => why.submit((reason) => pay(confirmed, reason))}
        >
          <MoneyChanges changes={[{ label: user.username, before, after: before + confirmed }]} />
          <ReasonField {...why.field} />
        </ConfirmAction>
      )}
    </div>
  )
}
