import { clsx } from 'clsx'
import { useId } from 'react'
import { eurosOf } from '#domain/money.ts'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { parseCents } from '#ui/model/typed-amount.ts'
import { filterStyle, WRONG_FILTER } from './filter-bar.tsx'
import { useTyped } from './use-typed.ts'

/** The address allows no more digits. */
const TOO_LARGE_CENTS = 100_000_000_000

type AmountFilterProps = {
  label: string
  /** The accessible name, if the label alone is not clear without its surroundings: 'Stake to', labelled 'to'. */
  name?: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function readAmount(typed: string): string | null {
  const cents = parseCents(typed)
  return cents !== null && cents < TOO_LARGE_CENTS ? String(eurosOf(cents)) : null
}

/**
 * A filter by an amount in euros. Applied when the field is left or Enter is pressed; Escape restores the applied
 * value.
 */
export function AmountFilter({ label, name, value, onChange }: AmountFilterProps) {
  const id = useId()
  const errorId = `${id}-error`
  const { typed, isWrong, type, leave, undo } = useTyped(value, onChange, readAmount)
  return (
    <span className="relative flex items-center gap-1.5">
      <label htmlFor={id} className="text-muted text-second">
        {label}
      </label>
      <input
        id={id}
        aria-label={name}
        inputMode="decimal"
        placeholder="€"
        autoComplete="off"
        maxLength={20}
        value={typed ?? value ?? ''}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? errorId : undefined}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave()
          else if (event.key === 'Escape') undo()
        }}
        className={`${filterStyle} w-20 max-md:grow`}
      />
      {/* Floats over the content below, so that nothing moves. */}
      <span id={errorId} role="alert" className={clsx('absolute', isWrong && WRONG_FILTER)}>
        {isWrong && desk.amountHint}
      </span>
    </span>
  )
}
