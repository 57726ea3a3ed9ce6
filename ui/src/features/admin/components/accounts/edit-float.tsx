import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { eurosOf } from '#domain/money.ts'
import type { FloatUpdated } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { floats } from '#ui/lib/messages/desk/floats.ts'
import { formatEuros, parseCents } from '#ui/lib/money.ts'
import type { AdminUserRow } from '../../api/admins.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { type FloatForm, floatSchema } from '../../model/forms.ts'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { ReasonField } from '../desk/reason-field.tsx'

type EditFloatProps = {
  admin: AdminUserRow
  onClose: () => void
  /** With what is to be told of it. */
  onDone: (text: string) => void
}

/** Sets an admin's balance; what is beyond the day's budget waits for a super admin. */
export function EditFloat({ admin, onClose, onDone }: EditFloatProps) {
  const form = useForm<FloatForm>({
    defaultValues: { balance: admin.balance, reason: '' },
    resolver: standardSchemaResolver(floatSchema),
  })
  const { errors } = form.formState
  const action = useAdminAction<z.infer<typeof FloatUpdated>>()
  const feedback = useFeedback()
  const save = ({ balance, reason }: FloatForm) =>
    action.mutate(
      {
        action: 'updateAdminBalance',
        targetAdmin: admin.username,
        newBalance: eurosOf(parseCents(balance) ?? 0),
        reason: reason.trim(),
      },
      {
        onSuccess: ({ pendingApproval }) =>
          onDone(pendingApproval ? floats.waiting(formatEuros(pendingApproval.amount)) : floats.updated),
        onError: (error) => feedback.fail(error, floats.updateFailed),
      },
    )
  return (
    <form
      noValidate
      aria-label={floats.editOf(admin.username)}
      className="flex flex-col gap-3 p-4"
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      <div className="grid gap-x-4 md:grid-cols-[12rem_1fr]">
        <TextField
          label={floats.newBalance}
          inputMode="decimal"
          autoComplete="off"
          leading="€"
          className="mt-4"
          error={errors.balance?.message}
          {...form.register('balance')}
        />
        <ReasonField error={errors.reason?.message} {...form.register('reason')} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={action.isPending} busyLabel={floats.saving}>
          {floats.save}
        </Button>
        <Button disabled={action.isPending} onClick={onClose}>
          {floats.cancel}
        </Button>
        <Feedback text={feedback.text} />
      </div>
    </form>
  )
}
