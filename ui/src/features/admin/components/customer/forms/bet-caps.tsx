import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { MIN_STAKE_CENTS } from '#domain/limits.ts'
import { eurosOf } from '#domain/money.ts'
import type { Customer, Done } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { formatCents } from '#ui/lib/money.ts'
import { parseCents } from '#ui/model/typed-amount.ts'
import { useAdminAction } from '../../../api/dashboard.ts'
import { ConfirmAction } from '../../desk/confirm-action.tsx'
import { Feedback, useFeedback } from '../../desk/feedback.tsx'
import { BeforeAfter } from '../../desk/money-changes.tsx'
import { ReasonField, useReason } from '../../desk/reason-field.tsx'

type Caps = Customer['limits']['perBet']
type CapsForm = { stake: string; payout: string }

const typed = (euros: number | null): string => (euros === null ? '' : euros.toFixed(2))
/** Null: no cap. */
const centsOf = (text: string): number | null => (text.trim() === '' ? null : parseCents(text))
const isCap = (text: string): boolean => text.trim() === '' || (parseCents(text) ?? 0) >= MIN_STAKE_CENTS
const shown = (cents: number | null): string => (cents === null ? customers.noCap : formatCents(cents))

/** The caps on the stake and on the payout of each bet of the customer. The input stays when others change them. */
export function BetCaps({ user, caps }: { user: Customer['user']; caps: Caps }) {
  const form = useForm<CapsForm>({ defaultValues: { stake: typed(caps.stake), payout: typed(caps.payout) } })
  const reason = useReason()
  const [confirming, setConfirming] = useState<CapsForm | null>(null)
  const feedback = useFeedback()
  const action = useAdminAction<z.infer<typeof Done>>()
  const { errors } = form.formState

  const save = (wanted: CapsForm) =>
    reason.submit((text) => {
      const [stake, payout] = [centsOf(wanted.stake), centsOf(wanted.payout)]
      action.mutate(
        {
          action: 'setBetCaps',
          userId: user.id,
          maxStake: stake === null ? null : eurosOf(stake),
          maxPayout: payout === null ? null : eurosOf(payout),
          reason: text,
        },
        {
          onSuccess: (reply) => {
            feedback.succeed(reply.message ?? customers.capsSaved)
            reason.reset()
          },
          onError: (error) => feedback.fail(error, customers.capsFailed),
          onSettled: () => setConfirming(null),
        },
      )
    })
  return (
    <form
      noValidate
      aria-label={customers.caps}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        feedback.clear()
        void form.handleSubmit(setConfirming)(event)
      }}
    >
      <p className="text-muted text-second">{customers.capsHint}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {(['stake', 'payout'] as const).map((field) => (
          <TextField
            key={field}
            label={field === 'stake' ? customers.maxStake : customers.maxPayout}
            inputMode="decimal"
            autoComplete="off"
            leading="€"
            placeholder={customers.noCap}
            error={errors[field]?.message}
            {...form.register(field, { validate: (text) => isCap(text) || customers.capInvalid })}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" disabled={action.isPending}>
          {customers.saveCaps}
        </Button>
        <Feedback text={feedback.text} />
      </div>
      {confirming !== null && (
        <ConfirmAction
          onClose={() => setConfirming(null)}
          title={customers.capsTitle(user.username)}
          description={
            <>
              {customers.maxStake}:{' '}
              <BeforeAfter before={shown(centsOf(typed(caps.stake)))} after={shown(centsOf(confirming.stake))} />.{' '}
              {customers.maxPayout}:{' '}
              <BeforeAfter before={shown(centsOf(typed(caps.payout)))} after={shown(centsOf(confirming.payout))} />.
            </>
          }
          confirmLabel={customers.saveCaps}
          busyLabel={customers.savingCaps}
          busy={action.isPending}
          onConfirm={() => save(confirming)}
        >
          <ReasonField {...reason.field} />
        </ConfirmAction>
      )}
    </form>
  )
}
