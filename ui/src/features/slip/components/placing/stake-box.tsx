import { inSlip } from '#ui/lib/messages/slip.ts'
import { formatCents } from '#ui/lib/money.ts'
import { type LargestStake, QUICK_STAKES, stakeText } from '#ui/model/slip/stake.ts'
import { StakeInput } from './stake-input.tsx'

interface StakeBoxProps {
  value: string
  onChange: (value: string) => void
  /** The number of bets that get this stake: they share the maximum. */
  betCount: number
  balanceCents: number | null
  largestStake: LargestStake | null
  disabled: boolean
  isInvalid: boolean
  describedBy: string | undefined
}

const quickStakeStyle =
  'h-9 flex-1 rounded-control border border-border bg-inset font-medium text-body text-muted transition-colors enabled:hover:border-strong enabled:hover:bg-raised enabled:hover:text-text disabled:opacity-50 pointer-coarse:h-11'

/** The stake: a field, the largest stake, and quick amounts. */
export function StakeBox(props: StakeBoxProps) {
  const { value, onChange, betCount, balanceCents, largestStake, disabled, isInvalid, describedBy } = props
  const hasSeveralBets = betCount > 1
  return (
    <div>
      <StakeInput
        label={hasSeveralBets ? 'Stake on each bet in euro' : 'Stake in euro'}
        value={value}
        onChange={onChange}
        disabled={disabled}
        isInvalid={isInvalid}
        describedBy={describedBy}
        aside={balanceCents === null ? undefined : `of ${formatCents(balanceCents)}`}
      />
      <p className="flex h-6 items-center justify-between gap-3 text-label text-muted">
        {/* The balance alone is in the field already. */}
        {largestStake !== null && (hasSeveralBets || largestStake.cap !== 'balance') && (
          <span>{largestText(largestStake)}</span>
        )}
        {hasSeveralBets && <span>on each of {betCount} bets</span>}
      </p>
      <div className="flex gap-2">
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
          disabled={disabled || largestStake === null || largestStake.cents === 0}
          onClick={() => onChange(stakeText(largestStake?.cents ?? 0))}
        >
          <span className="sr-only">Stake the </span>Max
        </button>
      </div>
    </div>
  )
}

const largestText = ({ cents, cap }: LargestStake): string => {
  const text = inSlip.largestStake(formatCents(cents))
  return cap === 'balance' ? text : `${text} (${CAPS[cap]})`
}
const CAPS = { payout: inSlip.payoutLimit, stake: inSlip.stakeLimit, own: inSlip.ownLimit } as const
