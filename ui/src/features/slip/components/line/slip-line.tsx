// One selection in the slip, in each of its states.
import { clsx } from 'clsx'
import { returnCents } from '#domain/odds.ts'
import { PriceArrow } from '#ui/components/price-arrow.tsx'
import { formatCents } from '#ui/lib/money.ts'
import { priceMove } from '#ui/model/price-move.ts'
import type { PlacementPhase } from '#ui/model/slip/placement.ts'
import { lineState, type SlipLine } from '../../model/slip-line.ts'
import { StakeInput } from '../placing/stake-input.tsx'
import { LineStatus } from './line-status.tsx'
import { LineTime } from './line-time.tsx'

interface SlipLineItemProps {
  line: SlipLine
  phase: PlacementPhase
  /** Several singles have a stake each. */
  hasOwnStake: boolean
  onRemove: () => void
  onAccept: (odds: string) => void
  onStake: (stake: string) => void
}

export function SlipLineItem({ line, phase, hasOwnStake, onRemove, onAccept, onStake }: SlipLineItemProps) {
  const { selection } = line
  const isLocked = phase !== 'idle'
  const state = lineState(line, phase)
  // While placing, short-lived states replace the game's title, so that nothing moves under the pointer.
  const isTransient = isLocked && (state === 'checking' || state === 'confirmed' || state === 'unchecked')
  const status = <LineStatus line={line} state={state} isLocked={isLocked} onRemove={onRemove} onAccept={onAccept} />
  return (
    <li className="border-border border-t px-4 py-3 first:border-t-0" data-state={state}>
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 font-semibold text-body [overflow-wrap:anywhere]">
          {selection.selection}
          {selection.point !== null && ` ${selection.point}`}
        </p>
        <LineOdds line={line} />
      </div>
      <div className="mt-0.5 flex items-start justify-between gap-3 text-second">
        <div className="grid min-w-0">
          <p className={clsx('col-start-1 row-start-1 text-muted', isTransient && 'invisible')}>
            {selection.marketName} · {selection.gameTitle} ·{' '}
            <span className="whitespace-nowrap">
              <LineTime line={line} />
            </span>
          </p>
          {isTransient && <div className="col-start-1 row-start-1">{status}</div>}
        </div>
        <button
          type="button"
          onClick={onRemove}
          disabled={isLocked}
          className="-my-2 -mr-2 shrink-0 rounded-sm px-2 py-2 text-muted transition-colors hover:text-text disabled:opacity-50 pointer-coarse:-my-3.5 pointer-coarse:py-3.5"
        >
          Remove<span className="sr-only"> {selection.selection}</span>
        </button>
      </div>
      {!isTransient && status}
      {hasOwnStake && <OwnStake line={line} isLocked={isLocked} onStake={onStake} />}
    </li>
  )
}

/** The odds to be sent, with an arrow where they moved within the bettor's policy. */
function LineOdds({ line: { selection, odds, isValid } }: { line: SlipLine }) {
  const move = priceMove(selection.odds, odds)
  return (
    <p className={clsx('shrink-0 font-semibold text-section leading-5', !isValid && 'text-muted line-through')}>
      {odds !== selection.odds && (
        <PriceArrow move={move} className={clsx('mr-1', move === 'up' ? 'text-up' : 'text-down')} />
      )}
      {odds}
    </p>
  )
}

type OwnStakeProps = { line: SlipLine; isLocked: boolean; onStake: (stake: string) => void }

function OwnStake({ line: { selection, odds, stakeText, stakeCents }, isLocked, onStake }: OwnStakeProps) {
  const potentialReturn = stakeCents === null ? null : returnCents(stakeCents, odds)
  return (
    <div className="mt-2.5 flex items-center justify-between gap-3">
      <p className="text-muted text-second">
        {potentialReturn !== null && (
          <>
            Returns <span className="font-medium text-text">{formatCents(potentialReturn)}</span>
          </>
        )}
      </p>
      <StakeInput
        isSmall
        label={`Stake on ${selection.selection}`}
        value={stakeText}
        onChange={onStake}
        disabled={isLocked}
        isInvalid={stakeText !== '' && stakeCents === null}
      />
    </div>
  )
}
