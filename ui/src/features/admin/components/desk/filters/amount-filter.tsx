import { clsx } from 'clsx'
import { useId } from 'react'
import { eurosOf } from '#domain/money.ts'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { parseCents } from '#ui/model/typed-amount.ts'
import { filterStyle, WRONG_FILTER } from './filter-bar.tsx'
import { useTyped } from './use-typed.ts'

/** No address has more digits. */
const TOO_LARGE_CENTS = 100_000_000_000

type AmountFilterProps = {
  label: string
  /** Where the label says less than that to those who do not see what is beside it: 'Stake to', labelled 'to'. */
  name?: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function readAmount(typed: string): string | null {
  const cents = parseCents(typed)
  return cents !== null && cents < TOO_LARGE_CENTS ? String(eurosOf(cents)) : null
}

/** Euros; asks when the field is left or Enter is pressed. Escape takes back what was typed. */
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
        className={`${filterStyle} w-20`}
      />
      {/* over what is below it: nothing moves */}
      <span id={errorId} role="alert" className={clsx('absolute', isWrong && WRONG_FILTER)}>
        {isWrong && desk.amountHint}
      </span>
    </span>
  )
}
