import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormError } from '#ui/components/form-error.tsx'
import { ShowPasswordButton } from '#ui/components/show-password-button.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { CheckField, TextField } from '#ui/components/ui/field.tsx'
import { formatCountdown, useRetryCountdown } from '#ui/components/use-retry-countdown.ts'
import { signIn, signUp } from '#ui/data/sign-in.ts'
import { ApiError, errorText } from '#ui/lib/http/api-error.ts'
import { play } from '#ui/lib/messages/betting/play.ts'
import { messages } from '#ui/lib/messages.ts'
import { notify } from '#ui/lib/toasts.ts'
import { MIN_PASSWORD } from '#ui/model/credential-rules.ts'
import {
  type Credentials,
  emptyCredentials,
  fieldForCode,
  type LoginMode,
  signInSchema,
  signUpSchema,
} from '../model/credentials.ts'

type CredentialsFormProps = {
  mode: LoginMode
  /** Filled in on return from the second step; otherwise empty. */
  username: string
  /** Called with each change of the name. */
  onUsername: (username: string) => void
  onDone: () => void
  /** The password was right, and a code is needed. */
  onChallenge: (challenge: string) => void
}

/** Sign-in and sign-up in one form, so that the input survives switching between them. */
export function CredentialsForm({ mode, username, onUsername, onDone, onChallenge }: CredentialsFormProps) {
  const isNew = mode === 'create'
  const [isShown, setIsShown] = useState(false)
  const form = useForm<Credentials>({
    defaultValues: { ...emptyCredentials, username },
    resolver: standardSchemaResolver(isNew ? signUpSchema : signInSchema),
    shouldFocusError: true,
  })
  const fallback = isNew ? messages.auth.signUpFailed : messages.auth.signInFailed
  const fieldForError = (error: Error | null) => (isNew && error instanceof ApiError ? fieldForCode(error.code) : null)
  const submission = useMutation({
    mutationFn: ({ username, password, adult }: Credentials) =>
      isNew ? signUp({ username, password, adult }) : signIn({ username, password }),
    onSuccess: () => {
      if (isNew) notify(messages.auth.registered, 'success')
      onDone()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.challenge !== null) return onChallenge(error.challenge)
      const field = fieldForError(error)
      if (field !== null) form.setError(field, { message: errorText(error, fallback) }, { shouldFocus: true })
    },
  })
  const { errors } = form.formState
  const countdown = useRetryCountdown(submission.error)
  const { reset } = submission
  const { clearErrors, setFocus } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount, on return from the second step
  useEffect(() => {
    if (username !== '') setFocus('password')
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: errors of one mode do not apply to the other
  useEffect(() => {
    clearErrors()
    reset()
  }, [mode, clearErrors, reset])
  return (
    <form
      noValidate
      aria-label={isNew ? messages.auth.createAccount : messages.auth.signIn}
      className="mt-5 flex flex-col gap-4"
      onSubmit={(event) => {
        if (countdown > 0) event.preventDefault()
        else void form.handleSubmit((values) => submission.mutate(values))(event)
      }}
    >
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...form.register('username', {
          onChange: ({ target }) => {
            onUsername(target.value)
            // The server delays attempts by user name.
            if (countdown > 0) reset()
          },
        })}
      />
      <TextField
        label="Password"
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        error={errors.password?.message}
        hint={isNew && !errors.password ? messages.auth.passwordHint(MIN_PASSWORD) : undefined}
        trailing={<ShowPasswordButton label="Show password" isShown={isShown} onChange={setIsShown} />}
        {...form.register('password')}
      />
      {isNew && (
        <>
          <TextField
            label="Repeat password"
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            error={errors.confirmPassword?.message}
            {...form.register('confirmPassword')}
          />
          <CheckField label="I am at least 18 years old" error={errors.adult?.message} {...form.register('adult')} />
        </>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={countdown > 0}
        busy={submission.isPending}
        busyLabel={isNew ? 'Creating account…' : 'Signing in…'}
      >
        {countdown > 0
          ? messages.auth.tryAgainIn(formatCountdown(countdown))
          : isNew
            ? messages.auth.createAccount
            : messages.auth.signIn}
      </Button>
      {/* Below the button, so that the form does not move when it appears. */}
      {submission.error && fieldForError(submission.error) === null && (
        <FormError
          text={errorText(submission.error, fallback)}
          hint={
            submission.error instanceof ApiError && submission.error.code === 'account_blocked' && play.blocked.support
          }
        />
      )}
    </form>
  )
}
