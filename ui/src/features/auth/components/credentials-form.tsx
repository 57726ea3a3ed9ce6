import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Refusal } from '#ui/components/form-error.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { CheckField, TextField } from '#ui/components/ui/field.tsx'
import { useWait, waitText } from '#ui/components/use-retry-countdown.ts'
import { signIn, signUp } from '#ui/data/auth.ts'
import { ApiError, errorText } from '#ui/lib/http/request.ts'
import { messages } from '#ui/lib/messages.ts'
import { notify } from '#ui/lib/toasts.ts'
import type { LoginMode } from '../model/credentials.ts'
import {
  type CredentialsForm,
  emptyCredentials,
  fieldOf,
  MIN_PASSWORD,
  signInForm,
  signUpForm,
} from '../model/credentials.ts'

/** Both forms in one, so that what was typed survives the toggle. */
export function CredentialsFields({ mode, onDone }: { mode: LoginMode; onDone: () => void }) {
  const creating = mode === 'create'
  const [visible, setVisible] = useState(false)
  const form = useForm<CredentialsForm>({
    defaultValues: emptyCredentials,
    resolver: standardSchemaResolver(creating ? signUpForm : signInForm),
    shouldFocusError: true,
  })
  const fallback = creating ? messages.auth.signUpFailed : messages.auth.signInFailed
  const submission = useMutation({
    mutationFn: ({ username, password, adult }: CredentialsForm) =>
      creating ? signUp({ username, password, adult }) : signIn({ username, password }),
    onSuccess: () => {
      if (creating) notify(messages.auth.registered, 'success')
      onDone()
    },
    onError: (error) => {
      const field = creating && error instanceof ApiError ? fieldOf(error.code) : null
      if (field !== null) form.setError(field, { message: errorText(error, fallback) }, { shouldFocus: true })
    },
  })
  const { errors } = form.formState
  const ofField = creating && submission.error instanceof ApiError && fieldOf(submission.error.code) !== null
  const refusal = submission.error && !ofField ? errorText(submission.error, fallback) : null
  const wait = useWait(submission.error)
  const { reset } = submission
  const { clearErrors } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was wrong in one form says nothing in the other
  useEffect(() => {
    clearErrors()
    reset()
  }, [mode, clearErrors, reset])
  return (
    <form
      noValidate
      aria-label={creating ? messages.auth.createAccount : messages.auth.signIn}
      className="mt-5 flex flex-col gap-4"
      onSubmit={(event) => {
        if (wait > 0) event.preventDefault()
        else void form.handleSubmit((values) => submission.mutate(values))(event)
      }}
    >
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        // the wait is of that name
        {...form.register('username', { onChange: () => wait > 0 && reset() })}
      />
      <TextField
        label="Password"
        type={visible ? 'text' : 'password'}
        autoComplete={creating ? 'new-password' : 'current-password'}
        error={errors.password?.message}
        hint={creating && !errors.password ? messages.auth.passwordHint(MIN_PASSWORD) : undefined}
        trailing={
          <Button
            variant="ghost"
            size="icon-sm"
            aria-pressed={visible}
            aria-label="Show password"
            onClick={() => setVisible(!visible)}
          >
            {visible ? <EyeOff aria-hidden="true" className="size-4" /> : <Eye aria-hidden="true" className="size-4" />}
          </Button>
        }
        {...form.register('password')}
      />
      {creating && (
        <>
          <TextField
            label="Repeat password"
            type={visible ? 'text' : 'password'}
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
        disabled={wait > 0}
        busy={submission.isPending}
        busyLabel={creating ? 'Creating account…' : 'Signing in…'}
      >
        {wait > 0
          ? messages.auth.tryAgainIn(waitText(wait))
          : creating
            ? messages.auth.createAccount
            : messages.auth.signIn}
      </Button>
      {/* Under the button: nothing above it moves with each attempt. */}
      {refusal && <Refusal text={refusal} />}
    </form>
  )
}
