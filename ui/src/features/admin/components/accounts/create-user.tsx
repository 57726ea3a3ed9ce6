import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { eurosOf } from '#domain/money.ts'
import type { UserCreated } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { messages } from '#ui/lib/messages.ts'
import { parseCents } from '#ui/lib/money.ts'
import { MIN_PASSWORD } from '#ui/model/credential-rules.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { type AccountForm, newUserSchema } from '../../model/forms.ts'
import { ActionMessage, errorMessage, successMessage, useTimedMessage } from '../action-message.tsx'
import { AccountFields } from './account-fields.tsx'

const blank: AccountForm = { username: '', password: '', balance: '100' }

/** Creates a bettor, whose initial balance is taken from the admin's own. */
export function CreateUser({ onCancel }: { onCancel: () => void }) {
  const form = useForm<AccountForm>({ defaultValues: blank, resolver: standardSchemaResolver(newUserSchema) })
  const action = useAdminAction<z.infer<typeof UserCreated>>()
  const [message, setMessage] = useTimedMessage()
  const create = ({ username, password, balance }: AccountForm) =>
    action.mutate(
      { action: 'createUser', username, password, initialBalance: eurosOf(parseCents(balance) ?? 0) },
      {
        onSuccess: (reply) => {
          setMessage(successMessage(reply.message))
          form.reset(blank)
        },
        onError: (error) => setMessage(errorMessage(error, messages.admin.createUserFailed)),
      },
    )
  const cancel = () => {
    form.reset(blank)
    setMessage(null)
    onCancel()
  }
  return (
    <form
      noValidate
      aria-label="Create New User"
      className="flex flex-col gap-4 p-4"
      onSubmit={(event) => void form.handleSubmit(create)(event)}
    >
      <AccountFields form={form} minPassword={MIN_PASSWORD} balanceLabel="Initial balance" balancePlaceholder="100" />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={action.isPending} busyLabel={messages.admin.creating}>
          {messages.admin.createUser}
        </Button>
        <Button onClick={cancel} disabled={action.isPending}>
          {messages.admin.cancel}
        </Button>
      </div>
      <ActionMessage text={message} />
    </form>
  )
}
