import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { eurosOf } from '#domain/money.ts'
import type { UserCreated } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { parseCents } from '#ui/lib/money.ts'
import { MIN_PASSWORD } from '#ui/model/credential-rules.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { type AccountForm, newUserSchema } from '../../model/forms.ts'
import { DeskCard, DeskPage } from '../desk/desk-page.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { ReasonField } from '../desk/reason-field.tsx'
import { AccountFields } from './account-fields.tsx'

const blank: AccountForm = { username: '', password: '', balance: '100', reason: '' }

export function CreateUserPage() {
  return (
    <DeskPage section="create-user">
      <DeskCard>
        <CreateUser />
      </DeskCard>
    </DeskPage>
  )
}

/** Creates a bettor, whose initial balance is taken from the admin's own. */
export function CreateUser({ onCancel }: { onCancel?: () => void }) {
  const form = useForm<AccountForm>({ defaultValues: blank, resolver: standardSchemaResolver(newUserSchema) })
  const action = useAdminAction<z.infer<typeof UserCreated>>()
  const feedback = useFeedback()
  const create = ({ username, password, balance, reason }: AccountForm) =>
    action.mutate(
      {
        action: 'createUser',
        username,
        password,
        initialBalance: eurosOf(parseCents(balance) ?? 0),
        reason: reason?.trim() || undefined,
      },
      {
        onSuccess: (reply) => {
          feedback.succeed(reply.message)
          form.reset(blank)
        },
        onError: (error) => feedback.fail(error, admin.createUserFailed),
      },
    )
  const cancel = () => {
    form.reset(blank)
    feedback.clear()
    onCancel?.()
  }
  return (
    <form
      noValidate
      aria-label="Create New User"
      className="flex flex-col gap-4 p-4"
      onSubmit={(event) => void form.handleSubmit(create)(event)}
    >
      <AccountFields form={form} minPassword={MIN_PASSWORD} balanceLabel="Initial balance" balancePlaceholder="100" />
      <div className="grid gap-4 md:grid-cols-3">
        <ReasonField isOptional className="md:col-span-2" {...form.register('reason')} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={action.isPending} busyLabel={admin.creating}>
          {admin.createUser}
        </Button>
        <Button onClick={cancel} disabled={action.isPending}>
          {admin.cancel}
        </Button>
        <Feedback text={feedback.text} />
      </div>
    </form>
  )
}
