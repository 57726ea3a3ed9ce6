import { returnCents } from '#domain/odds.ts'
import { formatCents } from '#ui/lib/money.ts'
import { inGameText, type SlipLine } from '../../model/slip-line.ts'
import { StakeInput } from '../placing/stake-input.tsx'

type OwnStakeProps = { line: SlipLine; isLocked: boolean; onStake: (stake: string) => void }

/**
 * The stake of one of several singles, in its status row. The potential return is in the tooltip; the totals are below.
 */
export function OwnStake({ line: { selection, odds, stakeText, stakeCents }, isLocked, onStake }: OwnStakeProps) {
  const potentialReturn = stakeCents === null ? null : returnCents(stakeCents, odds)
  return (
    <div title={potentialReturn === null ? undefined : `Returns ${formatCents(potentialReturn)}`}>
      <StakeInput
        isSmall
        label={`Stake on ${inGameText(selection)}`}
        value={stakeText}
        onChange={onStake}
        disabled={isLocked}
        isInvalid={stakeText !== '' && stakeCents === null}
      />
    </div>
  )
}
