// Where the stake is typed or tapped.
import { clsx } from 'clsx'
import { useId } from 'react'
import { formatCents } from '#ui/lib/money.ts'
import { maxStakeText, QUICK_STAKES } from '#ui/model/slip/stake.ts'

export interface StakeInputProps {
  label: string
  value: string
  onChange: (value: string) => void
  disabled: boolean
  invalid: boolean
  describedBy?: string | undefined
  /** At the right end: what the stake is taken from. */
  aside?: string | undefined
  small?: boolean
}

export function StakeInput(props: StakeInputProps) {
  const { label, value, onChange, disabled, invalid, describedBy, aside, small = false } = props
  const id = useId()
  return (
    <div
      className={clsx(
        'flex items-center rounded-control border border-strong bg-page transition-[border-color,box-shadow] focus-within:border-accent focus-within:shadow-[0_0_0_1px_var(--accent)] has-aria-invalid:border-lost has-aria-invalid:focus-within:shadow-[0_0_0_1px_var(--lost)]',
        small ? 'h-9 w-32 gap-1 px-2.5 pointer-coarse:h-11' : 'h-12 gap-2 px-4',
      )}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <span aria-hidden="true" className={clsx('text-muted', small ? 'text-body' : 'text-section')}>
        €
      </span>
      <input
        id={id}
        data-slip-stake={small ? undefined : ''}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        placeholder="0.00"
        maxLength={13}
        value={value}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
        onFocus={(event) => event.target.select()}
        className={clsx(
          'min-w-0 flex-1 bg-transparent font-semibold outline-none disabled:text-muted',
          small ? 'text-right text-body' : 'text-section',
        )}
      />
      {aside && <span className="whitespace-nowrap text-muted text-second">{aside}</span>}
    </div>
  )
}

export interface StakeBoxProps {
  value: string
  onChange: (value: string) => void
  /** How many bets the stake is put on: the most possible is shared among them. */
  bets: number
  balanceCents: number | null
  disabled: boolean
  invalid: boolean
  describedBy: string | undefined
}

export function StakeBox({ value, onChange, bets, balanceCents, disabled, invalid, describedBy }: StakeBoxProps) {
  const several = bets > 1
  const quick =
    'h-9 flex-1 rounded-control bg-inset font-medium text-body text-muted ring-1 ring-border ring-inset transition-colors enabled:hover:bg-raised enabled:hover:text-text disabled:opacity-50 pointer-coarse:h-11'
  return (
    <div>
      {several && <p className="mb-1.5 text-muted text-second">Stake on each of {bets} bets</p>}
      <StakeInput
        label={several ? 'Stake on each bet in euro' : 'Stake in euro'}
        value={value}
        onChange={onChange}
        disabled={disabled}
        invalid={invalid}
        describedBy={describedBy}
        aside={balanceCents === null ? undefined : `of ${formatCents(balanceCents)}`}
      />
      <div className="mt-2 flex gap-2">
        {QUICK_STAKES.map((euros) => (
          <button
            key={euros}
            type="button"
            className={quick}
            disabled={disabled}
            onClick={() => onChange(`${euros}.00`)}
          >
            <span className="sr-only">Stake €</span>
            {euros}
          </button>
        ))}
        <button
          type="button"
          className={quick}
          disabled={disabled || balanceCents === null || balanceCents === 0}
          onClick={() => onChange(maxStakeText(balanceCents ?? 0, bets))}
        >
          <span className="sr-only">Stake the </span>Max
        </button>
      </div>
    </div>
  )
}
