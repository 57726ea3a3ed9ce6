import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { FormError } from '#ui/components/form-error.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { formatCountdown, useRetryCountdown } from '#ui/components/use-retry-countdown.ts'
import { forgotPassword } from '#ui/data/sign-in.ts'
import { errorText } from '#ui/lib/http/api-error.ts'
import { forgotten } from '#ui/lib/messages/forgotten.ts'
import { messages } from '#ui/lib/messages.ts'

/**
 * Below the sign-in form: asks the admins for a new password. The reply is the same for any name. `typed`: the name in
 * that form, which is taken over until another one is entered here.
 */
export function ForgotPassword({ typed }: { typed: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [ownName, setOwnName] = useState<string | null>(null)
  const username = ownName ?? typed
  const [isMissing, setIsMissing] = useState(false)
  const asking = useMutation({ mutationFn: forgotPassword })
  const countdown = useRetryCountdown(asking.error)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) box.current?.querySelector('input')?.focus()
  }, [isOpen])
  useEffect(() => {
    if (asking.isSuccess) box.current?.focus()
  }, [asking.isSuccess])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isBlank = username.trim() === ''
    setIsMissing(isBlank)
    if (isBlank) box.current?.querySelector('input')?.focus()
    else if (countdown === 0) asking.mutate(username.trim())
  }
  return (
    <div className="mt-4 border-border border-t pt-3">
      <Button variant="ghost" className="-ml-4" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {forgotten.title}
      </Button>
      {isOpen && (
        <div ref={box} tabIndex={-1} className="mt-2 outline-none">
          {asking.isSuccess ? (
            <p role="status" className="text-body">
              {forgotten.sent}
            </p>
          ) : (
            <form noValidate aria-label={forgotten.title} className="flex flex-col gap-3" onSubmit={submit}>
              <p className="text-muted text-second">{forgotten.hint}</p>
              <TextField
                label={forgotten.username}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                value={username}
                onChange={(event) => setOwnName(event.currentTarget.value)}
                error={isMissing ? messages.auth.usernameMissing : undefined}
              />
              <Button type="submit" busy={asking.isPending} busyLabel={forgotten.sending} disabled={countdown > 0}>
                {countdown > 0 ? messages.auth.tryAgainIn(formatCountdown(countdown)) : forgotten.send}
              </Button>
              {asking.error && <FormError text={errorText(asking.error, forgotten.failed)} />}
            </form>
          )}
        </div>
      )}
    </div>
  )
}
