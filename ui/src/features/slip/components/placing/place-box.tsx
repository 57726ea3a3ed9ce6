// The foot of the slip: stake, totals, and the button that places, with the reason where it is blocked.
import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'
import type { SlipView } from '../../model/slip-view.ts'
import { BetSummary, CompactBetSummary } from './bet-summary.tsx'
import { BlockerNotice } from './blocker-notice.tsx'
import { PlaceButton } from './place-button.tsx'
import { StakeBox } from './stake-box.tsx'

interface PlaceBoxProps {
  view: SlipView
  onPlace: () => void
  isCompact: boolean
}

export function PlaceBox({ view, onPlace, isCompact }: PlaceBoxProps) {
  const { state, placement, setStake } = useSlipEditor()
  const reasonId = useId()
  const { blocker, lines, mode, balanceCents } = view
  const isBusy = placement.phase !== 'idle'
  const betCount = mode === 'parlay' ? 1 : lines.length
  const isStakeInvalid = state.stake !== '' && (blocker?.code === 'stake' || blocker?.code === 'funds')
  return (
    <div className={clsx('flex shrink-0 flex-col border-border border-t', isCompact ? 'gap-2 px-4 py-3' : 'gap-3 p-4')}>
      <StakeBox
        value={state.stake}
        onChange={setStake}
        betCount={betCount}
        balanceCents={balanceCents}
        disabled={isBusy}
        isInvalid={isStakeInvalid}
        describedBy={blocker === null ? undefined : reasonId}
      />
      {isCompact ? (
        <CompactBetSummary view={view} betCount={betCount} />
      ) : (
        <BetSummary view={view} betCount={betCount} />
      )}
      {placement.error !== null && !isBusy && placement.error !== blocker?.text && (
        <p className="flex gap-2 rounded-control bg-[color-mix(in_srgb,var(--lost)_9%,transparent)] px-3 py-2 text-lost text-second">
          <CircleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
          {placement.error}
        </p>
      )}
      {blocker !== null && !isBusy && (
        <BlockerNotice
          id={reasonId}
          blocker={blocker}
          lines={lines}
          // A stake that is still missing is not an error yet.
          isMuted={blocker.code === 'stake' && !isStakeInvalid}
        />
      )}
      <PlaceButton view={view} betCount={betCount} reasonId={reasonId} onPlace={onPlace} />
    </div>
  )
}
