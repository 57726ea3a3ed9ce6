import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormError } from '#ui/components/form-error.tsx'
import { ShowPasswordButton } from '#ui/components/show-password-button.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { formatCountdown, useRetryCountdown } from '#ui/components/use-retry-countdown.ts'
import { ApiError, errorText } from '#ui/lib/http/api-error.ts'
import { useIdempotentRequest } from '#ui/lib/http/idempotency-key.ts'
import { settings } from '#ui/lib/messages/settings.ts'
import { messages } from '#ui/lib/messages.ts'
import { changeEmail } from '../../api/email.ts'
import { type EmailChange, emailChangeSchema, emailRemovalSchema, fieldForCode } from '../../model/email-change.ts'

type EmailFormProps = { email: string | null; onDone: (text: string) => void; onCancel: () => void }
type Mode = 'save' | 'remove'

const fieldForError = (error: Error | null) => (error instanceof ApiError ? fieldForCode(error.code) : null)

/** Sets, changes or removes the email address. */
export function EmailForm({ email, onDone, onCancel }: EmailFormProps) {
  const [isShown, setIsShown] = useState(false)
  const mode = useRef<Mode>('save')
  const form = useForm<EmailChange>({
    defaultValues: { email: email ?? '', password: '' },
    resolver: (values, context, options) =>
      standardSchemaResolver(mode.current === 'save' ? emailChangeSchema : emailRemovalSchema)(
        values,
        context,
        options,
      ),
    shouldFocusError: true,
  })
  const { setFocus } = form
  useEffect(() => setFocus('email', { shouldSelect: true }), [setFocus])
  const send = useIdempotentRequest(changeEmail)
  const change = useMutation({
    mutationFn: ({ email: typed, password }: EmailChange) =>
      send({ email: mode.current === 'save' ? typed : null, password }),
    onSuccess: () => onDone(mode.current === 'save' ? settings.emailSaved : settings.emailRemoved),
    onError: (error) => {
      const field = fieldForError(error)
      if (field !== null) form.setError(field, { message: error.message }, { shouldFocus: true })
    },
  })
  const submitAs = (next: Mode) => {
    mode.current = next
    return form.handleSubmit((values) => change.mutate(values))
  }
  const { errors } = form.formState
  const countdown = useRetryCountdown(change.error)
  const isBlocked = change.isPending || countdown > 0
  return (
    <form
      noValidate
      aria-label={settings.email}
      className="flex max-w-[26rem] flex-col gap-4"
      onSubmit={(event) => void submitAs('save')(event)}
    >
      <TextField
        label={settings.email}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <TextField
        label="Current password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        error={errors.password?.message}
        trailing={<ShowPasswordButton label="Show password" isShown={isShown} onChange={setIsShown} />}
        {...form.register('password')}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={isBlocked}
          busy={change.isPending && mode.current === 'save'}
          busyLabel={settings.savingEmail}
        >
          {countdown > 0 ? messages.auth.tryAgainIn(formatCountdown(countdown)) : settings.saveEmail}
        </Button>
        {email !== null && (
          <Button
            variant="danger"
            disabled={isBlocked}
            busy={change.isPending && mode.current === 'remove'}
            onClick={() => void submitAs('remove')()}
          >
            {settings.removeEmail}
          </Button>
        )}
        <Button variant="ghost" disabled={change.isPending} onClick={onCancel}>
          {settings.cancel}
        </Button>
      </div>
      {change.error && fieldForError(change.error) === null && (
        <FormError text={errorText(change.error, settings.emailFailed)} />
      )}
    </form>
  )
}
