import { clsx } from 'clsx'
import { useId } from 'react'
import { stakeRef } from '../../model/focus/use-stake-shortcut.ts'

interface StakeInputProps {
  label: string
  value: string
  onChange: (value: string) => void
  disabled: boolean
  isInvalid: boolean
  describedBy?: string | undefined
  /** At the right end of the field: the balance. */
  aside?: string | undefined
  isSmall?: boolean
}

/** A field for a stake in euros; selects its content on focus. */
export function StakeInput(props: StakeInputProps) {
  const { label, value, onChange, disabled, isInvalid, describedBy, aside, isSmall = false } = props
  const id = useId()
  return (
    <div
      className={clsx(
        'flex items-center rounded-control border border-strong bg-field transition-[border-color,box-shadow] focus-within:border-accent focus-within:shadow-[0_0_0_1px_var(--accent)] has-aria-invalid:border-lost has-aria-invalid:focus-within:shadow-[0_0_0_1px_var(--lost)]',
        isSmall ? 'h-11 w-24 gap-1 px-2.5' : 'h-12 gap-2 px-4',
      )}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <span aria-hidden="true" className={clsx('text-muted', isSmall ? 'text-body' : 'text-section')}>
        €
      </span>
      <input
        id={id}
        ref={isSmall ? undefined : stakeRef}
        data-slip-stake={isSmall ? undefined : ''}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        placeholder="0.00"
        maxLength={13}
        value={value}
        disabled={disabled}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
        onFocus={(event) => event.target.select()}
        className={clsx(
          'min-w-0 flex-1 bg-transparent font-semibold outline-none disabled:text-muted',
          isSmall ? 'text-right text-body' : 'text-section',
        )}
      />
      {aside && <span className="whitespace-nowrap text-muted text-second">{aside}</span>}
    </div>
  )
}
