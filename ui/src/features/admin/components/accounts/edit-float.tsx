import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { eurosOf } from '#domain/money.ts'
import type { FloatUpdated } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { floats } from '#ui/lib/messages/desk/floats.ts'
import { formatCents, formatEuros } from '#ui/lib/money.ts'
import { parseCents } from '#ui/model/typed-amount.ts'
import { type AdminUserRow, approvalsQuery } from '../../api/admins.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { type FloatForm, floatSchema } from '../../model/forms.ts'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { ConfirmFloat } from './confirm-float.tsx'

type EditFloatProps = {
  admin: AdminUserRow
  onClose: () => void
  /** Called with the text to show. */
  onDone: (text: string) => void
}

/** Sets an admin's float. What exceeds the day's budget waits for a super admin. */
export function EditFloat({ admin, onClose, onDone }: EditFloatProps) {
  const form = useForm<FloatForm>({
    defaultValues: { balance: admin.balance },
    resolver: standardSchemaResolver(floatSchema),
  })
  const { errors } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('balance', { shouldSelect: true }), [setFocus])
  const action = useAdminAction<z.infer<typeof FloatUpdated>>()
  const feedback = useFeedback()
  const budget = useQuery(approvalsQuery()).data
  /** The new balance in cents, while the dialog asks for confirmation. */
  const [saving, setSaving] = useState<number | null>(null)
  const save = (cents: number, reason: string) =>
    action.mutate(
      { action: 'updateAdminBalance', targetAdmin: admin.username, newBalance: eurosOf(cents), reason },
      {
        onSuccess: ({ pendingApproval }) =>
          onDone(pendingApproval ? floats.waiting(formatEuros(pendingApproval.amount)) : floats.updated),
        onError: (error) => feedback.fail(error, floats.updateFailed),
        onSettled: () => setSaving(null),
      },
    )
  return (
    <>
      <form
        noValidate
        aria-label={floats.editOf(admin.username)}
        className="flex flex-col gap-3 p-4"
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
        onSubmit={(event) => void form.handleSubmit(({ balance }) => setSaving(parseCents(balance)))(event)}
      >
        <TextField
          label={floats.newBalance}
          inputMode="decimal"
          autoComplete="off"
          leading="€"
          className="md:w-48"
          error={errors.balance?.message}
          {...form.register('balance')}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary">
            {floats.save}
          </Button>
          <Button onClick={onClose}>{floats.cancel}</Button>
          <Feedback text={feedback.text} />
        </div>
      </form>
      {saving !== null && (
        <ConfirmFloat
          title={floats.editTitle(admin.username)}
          confirmLabel={floats.editLabel(formatCents(saving))}
          waitingLabel={floats.editWaiting}
          budget={budget}
          busyLabel={floats.saving}
          busy={action.isPending}
          username={admin.username}
          before={parseCents(admin.balance) ?? 0}
          after={saving}
          onConfirm={(reason) => save(saving, reason)}
          onClose={() => setSaving(null)}
        />
      )}
    </>
  )
}
