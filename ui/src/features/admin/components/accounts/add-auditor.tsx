import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Done } from '#services/contract/contract.ts'
import { Collapsible } from '#ui/components/ui/collapsible.tsx'
import { floats } from '#ui/lib/messages/desk/floats.ts'
import { useSession } from '#ui/lib/session.ts'
import { MIN_ADMIN_PASSWORD } from '#ui/model/credential-rules.ts'
import { adminUsersQuery } from '../../api/admins.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { type CredentialForm, newAuditorSchema } from '../../model/forms.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import { useFeedback } from '../desk/feedback.tsx'
import { ReasonField, useReason } from '../desk/reason-field.tsx'
import { CredentialFields } from './account-fields.tsx'
import { SubmitWhole } from './submit-whole.tsx'

const blank: CredentialForm = { username: '', password: '' }

/**
 * Adds an auditor, who sees everything and changes nothing. For super admins only; folded, because it is seldom used.
 */
export function AddAuditor() {
  const own = useSession()?.user.username ?? ''
  const isSuper = useQuery(adminUsersQuery()).data?.superAdmins.includes(own) ?? false
  if (!isSuper) return null
  return (
    <Collapsible title={floats.newAuditor}>
      <AuditorForm />
    </Collapsible>
  )
}

function AuditorForm() {
  const form = useForm<CredentialForm>({ defaultValues: blank, resolver: standardSchemaResolver(newAuditorSchema) })
  const action = useAdminAction<z.infer<typeof Done>>()
  const feedback = useFeedback()
  const reason = useReason()
  const isIncomplete = form.watch(['username', 'password']).some((value) => value.trim() === '')
  /** The submitted form, while the dialog asks for confirmation. */
  const [adding, setAdding] = useState<CredentialForm | null>(null)
  const add = (auditor: CredentialForm) =>
    reason.submit((text) =>
      action.mutate(
        { action: 'createAuditor', ...auditor, reason: text },
        {
          onSuccess: (reply) => {
            feedback.succeed(reply.message ?? floats.auditorAdded)
            form.reset(blank)
            reason.reset()
          },
          onError: (error) => feedback.fail(error, floats.addAuditorFailed),
          onSettled: () => setAdding(null),
        },
      ),
    )
  return (
    <>
      <form
        noValidate
        aria-label={floats.newAuditor}
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => void form.handleSubmit(setAdding)(event)}
      >
        <p className="text-muted text-second">{floats.auditorHint}</p>
        <div className="grid gap-4 md:grid-cols-3">
          <CredentialFields register={form.register} errors={form.formState.errors} minPassword={MIN_ADMIN_PASSWORD} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <SubmitWhole isIncomplete={isIncomplete} feedback={feedback.text}>
            {floats.addAuditor}
          </SubmitWhole>
        </div>
      </form>
      {adding !== null && (
        <ConfirmAction
          onClose={() => setAdding(null)}
          title={floats.addAuditorTitle(adding.username)}
          description={floats.addAuditorText}
          confirmLabel={floats.addAuditor}
          busyLabel={floats.adding}
          busy={action.isPending}
          onConfirm={() => add(adding)}
        >
          <ReasonField {...reason.field} />
        </ConfirmAction>
      )}
    </>
  )
}
