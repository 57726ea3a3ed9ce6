import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { changePassword } from '#ui/data/auth.ts'
import { ApiError, errorText } from '#ui/lib/http/request.ts'
import { messages } from '#ui/lib/messages.ts'
import { useSession } from '#ui/lib/session.ts'
import { notify } from '#ui/lib/toasts.ts'
import {
  adminPasswordForm,
  emptyPasswords,
  fieldOf,
  MIN_ADMIN_PASSWORD,
  MIN_PASSWORD,
  type PasswordFields,
  passwordForm,
} from '#ui/model/new-password.ts'
import { newKey } from '#ui/model/slip/pending-submissions.ts'
import { Refusal } from './form-error.tsx'
import { Button } from './ui/button.tsx'
import { TextField } from './ui/field.tsx'
import { useWait, waitText } from './use-retry-countdown.ts'

/** The signed-in user's own password, with the current one. */
export function PasswordForm() {
  const user = useSession()?.user
  const isAdmin = user?.is_admin ?? false
  const [visible, setVisible] = useState(false)
  const client = useQueryClient()
  const form = useForm<PasswordFields>({
    defaultValues: emptyPasswords,
    resolver: standardSchemaResolver(isAdmin ? adminPasswordForm : passwordForm),
    shouldFocusError: true,
  })
  /** One key for the same passwords, until there is an answer to them. */
  const attempt = useRef<{ of: string; key: string } | null>(null)
  const change = useMutation({
    mutationFn: ({ oldPassword, newPassword }: PasswordFields) => {
      const of = JSON.stringify([oldPassword, newPassword])
      if (attempt.current?.of !== of) attempt.current = { of, key: newKey() }
      return changePassword({ oldPassword, newPassword }, attempt.current.key)
    },
    onSuccess: () => {
      form.reset(emptyPasswords)
      setVisible(false)
      notify(messages.auth.passwordChanged, 'success')
      // what was asked with the old token meanwhile was refused
      void client.invalidateQueries()
    },
    onError: (error) => {
      const field = error instanceof ApiError ? fieldOf(error.code) : null
      if (field !== null) form.setError(field, { message: error.message }, { shouldFocus: true })
    },
    onSettled: (_user, error) => {
      const answered = !(error instanceof ApiError) || (error.status >= 400 && error.status < 500)
      if (answered) attempt.current = null
    },
  })
  const { errors } = form.formState
  const incomplete = form.watch(['oldPassword', 'newPassword', 'confirmPassword']).some((value) => value === '')
  const wait = useWait(change.error)
  const ofField = change.error instanceof ApiError && fieldOf(change.error.code) !== null
  const type = visible ? 'text' : 'password'
  return (
    <form
      noValidate
      aria-label={messages.auth.changePassword}
      className="flex flex-col gap-4"
      onSubmit={(event) => void form.handleSubmit((values) => change.mutate(values))(event)}
    >
      {/* Tells password managers whose passwords these are. */}
      <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
      <TextField
        label="Current password"
        type={type}
        autoComplete="current-password"
        error={errors.oldPassword?.message}
        trailing={
          <Button
            variant="ghost"
            size="icon-sm"
            aria-pressed={visible}
            aria-label="Show passwords"
            onClick={() => setVisible(!visible)}
          >
            {visible ? <EyeOff aria-hidden="true" className="size-4" /> : <Eye aria-hidden="true" className="size-4" />}
          </Button>
        }
        {...form.register('oldPassword')}
      />
      <TextField
        label="New password"
        type={type}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        hint={errors.newPassword ? undefined : messages.auth.passwordHint(isAdmin ? MIN_ADMIN_PASSWORD : MIN_PASSWORD)}
        {...form.register('newPassword')}
      />
      <TextField
        label="Repeat new password"
        type={type}
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
          disabled={incomplete || wait > 0}
        >
          {wait > 0 ? messages.auth.tryAgainIn(waitText(wait)) : messages.auth.changePassword}
        </Button>
      </div>
      {change.error && !ofField && <Refusal text={errorText(change.error, messages.auth.changePasswordFailed)} />}
    </form>
  )
}
