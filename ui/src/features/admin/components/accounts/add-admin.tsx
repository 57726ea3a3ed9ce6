// A new admin, whose float comes from the treasury.
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { eurosOf } from '#domain/money.ts'
import type { UserCreated } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { messages } from '#ui/lib/messages.ts'
import { MIN_ADMIN_PASSWORD } from '#ui/model/new-password.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { type AccountForm, centsOf, newAdminForm } from '../../model/forms.ts'
import { failure, Message, success, useMessage } from '../action-message.tsx'
import { AccountFields } from './account-fields.tsx'

const blank: AccountForm = { username: '', password: '', balance: '' }

export function AddAdmin() {
  const form = useForm<AccountForm>({ defaultValues: blank, resolver: standardSchemaResolver(newAdminForm) })
  const action = useAdminAction<z.infer<typeof UserCreated>>()
  const [message, setMessage] = useMessage()
  const incomplete = form.watch(['username', 'password', 'balance']).some((value) => value.trim() === '')
  const add = ({ username, password, balance }: AccountForm) =>
    action.mutate(
      {
        action: 'createUserAsAdmin',
        adminUsername: username,
        adminPassword: password,
        adminBalance: eurosOf(centsOf(balance) ?? 0),
      },
      {
        onSuccess: (reply) => {
          setMessage(success(reply.message))
          form.reset(blank)
        },
        onError: (error) => setMessage(failure(error, messages.admin.addAdminFailed)),
      },
    )
  return (
    <form
      noValidate
      aria-label="Add New Admin"
      className="flex flex-col gap-4 p-4"
      onSubmit={(event) => void form.handleSubmit(add)(event)}
    >
      <h3 className="font-semibold text-body">Add New Admin</h3>
      <AccountFields form={form} leastPassword={MIN_ADMIN_PASSWORD} balanceLabel="Balance" balancePlaceholder="20000" />
      <div>
        <Button type="submit" variant="primary" busy={action.isPending} busyLabel="Adding..." disabled={incomplete}>
          Add Admin
        </Button>
      </div>
      <Message text={message} />
    </form>
  )
}
