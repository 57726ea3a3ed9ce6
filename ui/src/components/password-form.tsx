import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { changePassword } from '#ui/data/sign-in.ts'
import { ApiError, errorText } from '#ui/lib/http/api-error.ts'
import { useIdempotentRequest } from '#ui/lib/http/idempotency-key.ts'
import { messages } from '#ui/lib/messages.ts'
import { useSession } from '#ui/lib/session.ts'
import { notify } from '#ui/lib/toasts.ts'
import { MIN_ADMIN_PASSWORD, MIN_PASSWORD } from '#ui/model/credential-rules.ts'
import {
  adminPasswordChangeSchema,
  emptyPasswordChange,
  fieldForCode,
  type PasswordChange,
  passwordChangeSchema,
} from '#ui/model/password-change.ts'
import { FormError } from './form-error.tsx'
import { ShowPasswordButton } from './show-password-button.tsx'
import { Button } from './ui/button.tsx'
import { TextField } from './ui/field.tsx'
import { formatCountdown, useRetryCountdown } from './use-retry-countdown.ts'

const fieldForError = (error: Error | null) => (error instanceof ApiError ? fieldForCode(error.code) : null)

/** Changes the signed-in user's own password. */
export function PasswordForm() {
  const user = useSession()?.user
  const isAdmin = user?.is_admin ?? false
  const [isShown, setIsShown] = useState(false)
  const client = useQueryClient()
  const form = useForm<PasswordChange>({
    defaultValues: emptyPasswordChange,
    resolver: standardSchemaResolver(isAdmin ? adminPasswordChangeSchema : passwordChangeSchema),
    shouldFocusError: true,
  })
  const send = useIdempotentRequest(changePassword)
  const change = useMutation({
    mutationFn: ({ oldPassword, newPassword }: PasswordChange) => send({ oldPassword, newPassword }),
    onSuccess: () => {
      form.reset(emptyPasswordChange)
      setIsShown(false)
      notify(messages.auth.passwordChanged, 'success')
      // Anything requested with the old token in the meantime was refused.
      void client.invalidateQueries()
    },
    onError: (error) => {
      const field = fieldForError(error)
      if (field !== null) form.setError(field, { message: error.message }, { shouldFocus: true })
    },
  })
  const { errors } = form.formState
  const isIncomplete = form.watch(['oldPassword', 'newPassword', 'confirmPassword']).some((value) => value === '')
  const countdown = useRetryCountdown(change.error)
  const inputType = isShown ? 'text' : 'password'
  return (
    <form
      noValidate
      aria-label={messages.auth.changePassword}
      className="flex flex-col gap-4"
      onSubmit={(event) => void form.handleSubmit((values) => change.mutate(values))(event)}
    >
      {/* Tells password managers which account this is. */}
      <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
      <TextField
        label="Current password"
        type={inputType}
        autoComplete="current-password"
        error={errors.oldPassword?.message}
        trailing={<ShowPasswordButton label="Show passwords" isShown={isShown} onChange={setIsShown} />}
        {...form.register('oldPassword')}
      />
      <TextField
        label="New password"
        type={inputType}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        hint={errors.newPassword ? undefined : messages.auth.passwordHint(isAdmin ? MIN_ADMIN_PASSWORD : MIN_PASSWORD)}
        {...form.register('newPassword')}
      />
      <TextField
        label="Repeat new password"
        type={inputType}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={change.isPending}
          busyLabel={messages.auth.changingPassword}
          disabled={isIncomplete || countdown > 0}
        >
          {countdown > 0 ? messages.auth.tryAgainIn(formatCountdown(countdown)) : messages.auth.changePassword}
        </Button>
      </div>
      {change.error && fieldForError(change.error) === null && (
        <FormError text={errorText(change.error, messages.auth.changePasswordFailed)} />
      )}
    </form>
  )
}
