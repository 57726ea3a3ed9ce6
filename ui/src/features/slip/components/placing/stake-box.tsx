import { formatCents } from '#ui/lib/money.ts'
import { maxStake, QUICK_STAKES } from '#ui/model/slip/stake.ts'
import { StakeInput } from './stake-input.tsx'

interface StakeBoxProps {
  value: string
  onChange: (value: string) => void
  /** The number of bets that get this stake: they share the maximum. */
  betCount: number
  balanceCents: number | null
  disabled: boolean
  isInvalid: boolean
  describedBy: string | undefined
}

const quickStakeStyle =
  'h-9 flex-1 rounded-control bg-inset font-medium text-body text-muted ring-1 ring-border ring-inset transition-colors enabled:hover:bg-raised enabled:hover:text-text disabled:opacity-50 pointer-coarse:h-11'

/** The stake: an input and quick amounts. */
export function StakeBox({ value, onChange, betCount, balanceCents, disabled, isInvalid, describedBy }: StakeBoxProps) {
  const hasSeveralBets = betCount > 1
  return (
    <div>
      {hasSeveralBets && <p className="mb-1.5 text-muted text-second">Stake on each of {betCount} bets</p>}
      <StakeInput
        label={hasSeveralBets ? 'Stake on each bet in euro' : 'Stake in euro'}
        value={value}
        onChange={onChange}
        disabled={disabled}
        isInvalid={isInvalid}
        describedBy={describedBy}
        aside={balanceCents === null ? undefined : `of ${formatCents(balanceCents)}`}
      />
      <div className="mt-2 flex gap-2">
        {QUICK_STAKES.map((euros) => (
          <button
            key={euros}
            type="button"
            className={quickStakeStyle}
            disabled={disabled}
            onClick={() => onChange(`${euros}.00`)}
          >
            <span className="sr-only">Stake €</span>
            {euros}
          </button>
        ))}
        <button
          type="button"
          className={quickStakeStyle}
          disabled={disabled || balanceCents === null || balanceCents === 0}
          onClick={() => onChange(maxStake(balanceCents ?? 0, betCount))}
        >
          <span className="sr-only">Stake the </span>Max
        </button>
      </div>
    </div>
  )
}
