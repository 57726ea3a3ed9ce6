import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { eurosOf } from '#domain/money.ts'
import type { UserCreated } from '#services/contract/contract.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { floats } from '#ui/lib/messages/desk/floats.ts'
import { formatCents, formatEuros } from '#ui/lib/money.ts'
import { MIN_ADMIN_PASSWORD } from '#ui/model/credential-rules.ts'
import { parseCents } from '#ui/model/typed-amount.ts'
import { approvalsQuery } from '../../api/admins.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { type AccountForm, newAdminSchema } from '../../model/forms.ts'
import { useFeedback } from '../desk/feedback.tsx'
import { AccountFields } from './account-fields.tsx'
import { ConfirmFloat } from './confirm-float.tsx'
import { SubmitWhole } from './submit-whole.tsx'

/** The specification's initial float. */
const blank: AccountForm = { username: '', password: '', balance: '20000' }

/** Adds an admin, whose float comes from the treasury. */
export function AddAdmin() {
  const form = useForm<AccountForm>({ defaultValues: blank, resolver: standardSchemaResolver(newAdminSchema) })
  const action = useAdminAction<z.infer<typeof UserCreated>>()
  const feedback = useFeedback()
  const budget = useQuery(approvalsQuery()).data
  const isIncomplete = form.watch(['username', 'password', 'balance']).some((value) => value.trim() === '')
  /** The submitted form, while the dialog asks for confirmation. */
  const [adding, setAdding] = useState<AccountForm | null>(null)
  const add = ({ username, password, balance }: AccountForm, reason: string) =>
    action.mutate(
      {
        action: 'createUserAsAdmin',
        adminUsername: username,
        adminPassword: password,
        adminBalance: eurosOf(parseCents(balance) ?? 0),
        reason,
      },
      {
        onSuccess: (reply) => {
          const { pendingApproval: waits } = reply
          const more = waits === undefined ? '' : `. ${floats.waiting(formatEuros(waits.amount))}`
          feedback.succeed(`${reply.message}${more}`)
          form.reset(blank)
        },
        onError: (error) => feedback.fail(error, admin.addAdminFailed),
        onSettled: () => setAdding(null),
      },
    )
  const cents = parseCents(adding?.balance ?? '') ?? 0
  return (
    <>
      <form
        noValidate
        aria-label="Add New Admin"
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => void form.handleSubmit(setAdding)(event)}
      >
        <h2 className="text-section">Add New Admin</h2>
        <AccountFields form={form} minPassword={MIN_ADMIN_PASSWORD} balanceLabel="Balance" balancePlaceholder="20000" />
        <div className="flex flex-wrap items-center gap-2">
          <SubmitWhole variant="primary" isIncomplete={isIncomplete} feedback={feedback.text}>
            Add Admin
          </SubmitWhole>
        </div>
      </form>
      {adding !== null && (
        <ConfirmFloat
          title={floats.addTitle(adding.username)}
          confirmLabel={floats.addLabel(formatCents(cents))}
          waitingLabel={floats.addWaiting}
          budget={budget}
          busyLabel={floats.adding}
          busy={action.isPending}
          username={adding.username}
          before={0}
          after={cents}
          onConfirm={(reason) => add(adding, reason)}
          onClose={() => setAdding(null)}
        />
      )}
    </>
  )
}
