import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { eurosOf } from '#domain/money.ts'
import type { UserCreated } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { formatCents, formatEuros, toCents } from '#ui/lib/money.ts'
import { MIN_PASSWORD } from '#ui/model/credential-rules.ts'
import { parseCents } from '#ui/model/typed-amount.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { figuresQuery } from '../../api/figures.ts'
import { type AccountForm, newUserSchema } from '../../model/forms.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import { DeskCard, DeskPage } from '../desk/desk-page.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { changeOf, MoneyChanges } from '../desk/money-changes.tsx'
import { ReasonField } from '../desk/reason-field.tsx'
import { AccountFields } from './account-fields.tsx'

type Created = { readonly id: string; readonly username: string; readonly cents: number }

const blank: AccountForm = { username: '', password: '', balance: '100', reason: '' }

/** The form for a new bettor at its own address. */
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
  /** The submitted form, while the dialog asks for confirmation. */
  const [creating, setCreating] = useState<AccountForm | null>(null)
  const [created, setCreated] = useState<Created | null>(null)
  const { data: house } = useQuery(figuresQuery())
  const create = ({ username, password, balance, reason }: AccountForm) => {
    const cents = parseCents(balance) ?? 0
    return action.mutate(
      {
        action: 'createUser',
        username,
        password,
        initialBalance: eurosOf(cents),
        reason: reason?.trim() || undefined,
      },
      {
        onSuccess: (reply) => {
          feedback.succeed(reply.message)
          setCreated({ id: reply.userId, username: username.trim(), cents })
          form.reset(blank)
        },
        onError: (error) => feedback.fail(error, admin.createUserFailed),
        onSettled: () => setCreating(null),
      },
    )
  }
  /** Asks for confirmation if money moves. */
  const submit = (filled: AccountForm) => {
    setCreated(null)
    const cents = parseCents(filled.balance) ?? 0
    if (cents === 0) create(filled)
    else if (house !== undefined && cents > toCents(house.currentAdminBalance)) {
      // Refused before the confirmation; the server checks again.
      form.setError('balance', { message: customers.ownHasOnly(formatEuros(house.currentAdminBalance)) })
      form.setFocus('balance')
    } else setCreating(filled)
  }
  const cancel = () => {
    form.reset(blank)
    feedback.clear()
    setCreated(null)
    onCancel?.()
  }
  const cents = parseCents(creating?.balance ?? '') ?? 0
  return (
    <>
      <form
        noValidate
        aria-label="Create New User"
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
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
          {created !== null && (
            <p className="text-body">
              <Link
                to="/admin/users"
                search={{ user: created.id }}
                className="font-medium underline underline-offset-2 hover:text-text"
              >
                {created.username}
              </Link>{' '}
              <span className="text-muted">{customers.createdWith(formatCents(created.cents))}</span>
            </p>
          )}
        </div>
      </form>
      {creating !== null && (
        <ConfirmAction
          onClose={() => setCreating(null)}
          title={customers.createTitle(creating.username.trim())}
          description={customers.createText}
          confirmLabel={customers.createLabel(formatCents(cents))}
          busy={action.isPending}
          busyLabel={admin.creating}
          onConfirm={() => create(creating)}
        >
          <MoneyChanges
            changes={[
              { label: creating.username.trim(), before: 0, after: cents },
              ...(house === undefined
                ? []
                : [changeOf(customers.ownBalance, toCents(house.currentAdminBalance), -cents)]),
            ]}
          />
        </ConfirmAction>
      )}
    </>
  )
}
