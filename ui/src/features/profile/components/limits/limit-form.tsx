import { type FormEvent, useEffect, useRef, useState } from 'react'
import { MIN_STAKE_CENTS } from '#domain/limits.ts'
import { eurosOf } from '#domain/money.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { play } from '#ui/lib/messages/betting/play.ts'
import { formatCents } from '#ui/lib/money.ts'
import { parseCents } from '#ui/model/typed-amount.ts'

type LimitFormProps = {
  name: string
  hasLimit: boolean
  busy: boolean
  /** In euros; null: no limit. */
  onSave: (amount: number | null) => void
  onCancel: () => void
}

/** Sets or removes one limit, in euros. */
export function LimitForm({ name, hasLimit, busy, onSave, onCancel }: LimitFormProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  function save(event: FormEvent) {
    event.preventDefault()
    const cents = parseCents(typed)
    if (cents === null) return refuse(play.amountInvalid)
    if (cents < MIN_STAKE_CENTS) return refuse(play.amountSmall(formatCents(MIN_STAKE_CENTS)))
    onSave(eurosOf(cents))
  }
  function refuse(text: string) {
    setError(text)
    input.current?.focus()
  }

  return (
    <form onSubmit={save} noValidate aria-label={name} className="flex flex-col gap-3">
      <TextField
        ref={input}
        label={play.amount}
        inputMode="decimal"
        autoComplete="off"
        leading="€"
        value={typed}
        error={error}
        onChange={({ target }) => {
          setTyped(target.value)
          setError(undefined)
        }}
        className="max-w-[14rem]"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {play.save}
        </Button>
        {hasLimit && (
          <Button disabled={busy} onClick={() => onSave(null)}>
            {play.remove}
          </Button>
        )}
        <Button variant="ghost" disabled={busy} onClick={onCancel}>
          {play.cancel}
        </Button>
      </div>
    </form>
  )
}
