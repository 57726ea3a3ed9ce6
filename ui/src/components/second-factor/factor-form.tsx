import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorText } from '#ui/lib/http/api-error.ts'
import { secondFactor as texts } from '#ui/lib/messages/access/second-factor.ts'
import { messages } from '#ui/lib/messages.ts'
import { FormError } from '../form-error.tsx'
import { ShowPasswordButton } from '../show-password-button.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { formatCountdown, useRetryCountdown } from '../use-retry-countdown.ts'

export type FactorValues = { readonly password: string; readonly code: string }

type FactorFormProps<Reply> = {
  /** The accessible name of the form. */
  label: string
  withPassword?: boolean
  /** `app`: a code of the app only; `any`: or a recovery code. */
  code?: 'app' | 'any'
  submitLabel: string
  busyLabel: string
  isDangerous?: boolean
  onSubmit: (values: FactorValues) => Promise<Reply>
  onDone: (reply: Reply) => void
  /** Gets an error first; returns true if it has handled it. */
  onError?: (error: Error) => boolean
  onCancel?: () => void
  cancelLabel?: string
  children?: ReactNode
}

const FIELDS: Readonly<Record<string, keyof FactorValues>> = { password_wrong: 'password', second_factor_wrong: 'code' }
const fieldForError = (error: Error | null) => (error instanceof ApiError ? (FIELDS[error.code] ?? null) : null)

/** Asks for the password, a code, or both. */
export function FactorForm<Reply>({
  label,
  withPassword = false,
  code,
  submitLabel,
  busyLabel,
  isDangerous = false,
  onSubmit,
  onDone,
  onError,
  onCancel,
  cancelLabel = texts.cancel,
  children,
}: FactorFormProps<Reply>) {
  const [isShown, setIsShown] = useState(false)
  const form = useForm<FactorValues>({ defaultValues: { password: '', code: '' } })
  const { setFocus } = form
  useEffect(() => setFocus(withPassword ? 'password' : 'code'), [setFocus, withPassword])
  const sending = useMutation({
    mutationFn: onSubmit,
    onSuccess: onDone,
    onError: (error) => {
      if (onError?.(error)) return
      const field = fieldForError(error)
      if (field !== null) form.setError(field, { message: error.message }, { shouldFocus: true })
    },
  })
  const { errors } = form.formState
  const countdown = useRetryCountdown(sending.error)
  const isAppCode = code === 'app'
  return (
    <form
      noValidate
      aria-label={label}
      className="flex max-w-[26rem] flex-col gap-4"
      onSubmit={(event) => {
        if (countdown > 0) event.preventDefault()
        else void form.handleSubmit((values) => sending.mutate(values))(event)
      }}
    >
      {children}
      {withPassword && (
        <TextField
          label={texts.password}
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          error={errors.password?.message}
          trailing={<ShowPasswordButton label="Show password" isShown={isShown} onChange={setIsShown} />}
          {...form.register('password', { required: texts.passwordMissing })}
        />
      )}
      {code !== undefined && (
        <TextField
          label={isAppCode ? texts.code : texts.anyCode}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          {...(isAppCode ? { inputMode: 'numeric' as const } : {})}
          error={errors.code?.message}
          {...form.register('code', {
            required: isAppCode ? texts.codeMissing : texts.anyCodeMissing,
            ...(isAppCode && { pattern: { value: /^\s*(\d\s*){6}$/, message: texts.codeMissing } }),
          })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant={isDangerous ? 'danger' : 'primary'}
          disabled={countdown > 0}
          busy={sending.isPending}
          busyLabel={busyLabel}
        >
          {countdown > 0 ? messages.auth.tryAgainIn(formatCountdown(countdown)) : submitLabel}
        </Button>
        {onCancel && (
          <Button variant="ghost" disabled={sending.isPending} onClick={onCancel}>
            {cancelLabel}
          </Button>
        )}
      </div>
      {sending.error && fieldForError(sending.error) === null && (
        <FormError text={errorText(sending.error, texts.changeFailed)} />
      )}
    </form>
  )
}
