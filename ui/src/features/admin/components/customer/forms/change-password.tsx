import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Done } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { messages } from '#ui/lib/messages.ts'
import { MIN_ADMIN_PASSWORD, MIN_PASSWORD } from '#ui/model/credential-rules.ts'
import { useAdminAction } from '../../../api/dashboard.ts'
import { ConfirmAction } from '../../desk/confirm-action.tsx'
import { Feedback, useFeedback } from '../../desk/feedback.tsx'
import { REASON_RULES, ReasonField } from '../../desk/reason-field.tsx'

type PasswordForm = { newPassword: string; confirmPassword: string; reason: string }
const blank: PasswordForm = { newPassword: '', confirmPassword: '', reason: '' }

/** Sets a new password for a user. */
export function ChangePassword({ username }: { username: string }) {
  const [isOpen, setOpen] = useState(false)
  const feedback = useFeedback()
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <Feedback text={feedback.text} />
      <Button onClick={() => setOpen(true)}>{customers.changePassword}</Button>
      {isOpen && <PasswordDialog username={username} onClose={() => setOpen(false)} onDone={feedback.succeed} />}
    </div>
  )
}

type PasswordDialogProps = {
  username: string
  /** The password of an admin has to be longer. */
  isAdmin?: boolean
  onClose: () => void
  onDone: (text: string) => void
}

/** Asks for another user's new password, and for a reason. */
export function PasswordDialog({ username, isAdmin = false, onClose, onDone }: PasswordDialogProps) {
  const form = useForm<PasswordForm>({ defaultValues: blank })
  const feedback = useFeedback()
  const action = useAdminAction<z.infer<typeof Done>>()
  const { errors } = form.formState
  const [minLength, tooShort] = isAdmin
    ? [MIN_ADMIN_PASSWORD, messages.auth.adminPasswordShort]
    : [MIN_PASSWORD, messages.auth.passwordShort]
  const change = ({ newPassword, reason }: PasswordForm) =>
    action.mutate(
      { action: 'changePassword', username, newPassword, reason: reason.trim() },
      {
        onSuccess: (reply) => {
          onDone(reply.message ?? customers.passwordChanged(username))
          onClose()
        },
        onError: (error) => feedback.fail(error, customers.changePasswordFailed),
      },
    )
  const submit = form.handleSubmit(change)
  return (
    <ConfirmAction
      onClose={onClose}
      title={customers.passwordTitle(username)}
      description={customers.passwordWarning(username)}
      confirmLabel={customers.changePassword}
      busyLabel={customers.changingPassword}
      busy={action.isPending}
      isDisabled={form.watch(['newPassword', 'confirmPassword']).some((text) => text === '')}
      onConfirm={() => void submit()}
    >
      <form
        noValidate
        aria-label={customers.changePassword}
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          label={customers.newPassword}
          type="password"
          autoComplete="new-password"
          hint={errors.newPassword ? undefined : messages.auth.passwordHint(minLength)}
          error={errors.newPassword?.message}
          {...form.register('newPassword', {
            validate: (text) => text.length >= minLength || tooShort,
          })}
        />
        <TextField
          label={customers.confirmPassword}
          type="password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register('confirmPassword', {
            validate: (text, { newPassword }) => text === newPassword || messages.auth.passwordsDiffer,
          })}
        />
        <ReasonField error={errors.reason?.message} {...form.register('reason', REASON_RULES)} />
        <Feedback text={feedback.text} />
        {/* Lets Enter submit from any field. */}
        <button type="submit" hidden disabled={action.isPending} />
      </form>
    </ConfirmAction>
  )
}
