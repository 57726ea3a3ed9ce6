// The foot of the slip: stake, totals, the message that matters now, and the button that places. The same height in
// every state.
import { useEffect, useId } from 'react'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'
import { slipMessage } from '../../model/slip-message.ts'
import type { SlipView } from '../../model/slip-view.ts'
import { useSecondsUntil } from '../../model/use-seconds-until.ts'
import { BetSummary, CompactBetSummary } from './bet-summary.tsx'
import { MessageBox } from './message-box.tsx'
import { PlaceButton } from './place-button.tsx'
import { StakeBox } from './stake-box.tsx'

interface PlaceBoxProps {
  view: SlipView
  onPlace: () => void
  isCompact: boolean
}

/** Stake, totals, message and Place bet. `isCompact`: for the phone's sheet. */
export function PlaceBox({ view, onPlace, isCompact }: PlaceBoxProps) {
  const { state, placement, setStake, announce } = useSlipEditor()
  const messageId = useId()
  const secondsToWait = useSecondsUntil(placement.pricedAt)
  const { blocker, lines, mode } = view
  const betCount = mode === 'parlay' ? 1 : lines.length
  const message = slipMessage(view, placement, state.stake !== '', secondsToWait)
  const warning = message?.tone === 'warning' ? message.text : null
  useEffect(() => {
    // Prices move by themselves, so warnings about them are announced; messages on stakes and refusals follow from what
    // the bettor did.
    if (warning !== null) announce(warning)
  }, [warning, announce])
  const isStakeInvalid = state.stake !== '' && ['stake', 'funds', 'payout'].includes(blocker?.code ?? '')
  return (
    <div className="flex shrink-0 flex-col gap-1.5 border-border border-t px-4 pt-2.5 pb-3">
      <StakeBox
        value={state.stake}
        onChange={setStake}
        betCount={betCount}
        balanceCents={view.balanceCents}
        largestStake={view.largestStake}
        disabled={placement.phase !== 'idle'}
        isInvalid={isStakeInvalid}
        describedBy={blocker === null ? undefined : messageId}
      />
      {isCompact ? (
        <CompactBetSummary view={view} betCount={betCount} />
      ) : (
        <BetSummary view={view} betCount={betCount} />
      )}
      <MessageBox id={messageId} message={message} lines={lines} />
      <PlaceButton
        view={view}
        betCount={betCount}
        reasonId={messageId}
        secondsToWait={secondsToWait}
        onPlace={onPlace}
      />
    </div>
  )
}
