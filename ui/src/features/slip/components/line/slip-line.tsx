// One selection in the slip: 90 px high in every state, so that nothing below it ever moves.

import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { messages } from '#ui/lib/messages.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import type { PlacementPhase } from '#ui/model/slip/placement.ts'
import { selectionText } from '#ui/model/slip/selection.ts'
import { inGameText, lineState, type SlipLine } from '../../model/slip-line.ts'
import { LineStatus } from './line-status.tsx'
import { LineTime } from './line-time.tsx'
import { OwnStake } from './own-stake.tsx'

interface SlipLineItemProps {
  line: SlipLine
  phase: PlacementPhase
  /** Several singles have a stake each. */
  hasOwnStake: boolean
  onRemove: () => void
  onAccept: (odds: string) => void
  onStake: (stake: string) => void
}

/** A selection with its odds, game, time, status, and its own stake if it has one. */
export function SlipLineItem({ line, phase, hasOwnStake, onRemove, onAccept, onStake }: SlipLineItemProps) {
  const { selection } = line
  const isLocked = phase !== 'idle'
  const state = lineState(line, phase)
  const name = selectionText(selection)
  return (
    <li className="h-[5.625rem] overflow-hidden border-border border-t px-4 pt-3 first:border-t-0" data-state={state}>
      <div className="flex h-5 items-center gap-3">
        <p
          title={name}
          className={clsx('min-w-0 flex-1 truncate font-semibold text-body', state === 'gone' && 'text-muted')}
        >
          {name}
        </p>
        {/* A new text is a new element: right-aligned text that grows would count as a layout shift. */}
        <LineOdds key={[line.odds, line.offeredOdds, line.verdict?.kind].join()} line={line} />
        <button
          type="button"
          data-slip-remove=""
          onClick={onRemove}
          disabled={isLocked}
          className="relative -mr-2 flex size-7 shrink-0 items-center justify-center rounded-sm text-muted transition-colors after:absolute enabled:hover:bg-raised enabled:hover:text-text disabled:opacity-50 pointer-coarse:after:-inset-2"
        >
          <X aria-hidden="true" className="size-3.5" />
          <span className="sr-only">Remove {inGameText(selection)}</span>
        </button>
      </div>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <p className="mt-0.5 flex text-muted text-second">
            <span className="truncate">
              {selection.marketName} · {selection.gameTitle}
            </span>
            <span className="shrink-0 whitespace-pre">
              {' · '}
              <LineTime line={line} />
            </span>
          </p>
          <div className="mt-1 h-7">
            <LineStatus line={line} state={state} isLocked={isLocked} onRemove={onRemove} onAccept={onAccept} />
          </div>
        </div>
        {hasOwnStake && <OwnStake line={line} isLocked={isLocked} onStake={onStake} />}
      </div>
    </li>
  )
}

/** The odds to send; with the odds picked before them, until the bettor has accepted the change. */
function LineOdds({ line: { selection, odds, offeredOdds, verdict } }: { line: SlipLine }) {
  if (verdict?.kind === 'gone') {
    return <p className="shrink-0 text-muted text-section leading-5">{messages.event.notAvailable}</p>
  }
  return (
    <p className="flex shrink-0 items-baseline gap-1.5 font-semibold text-section leading-5">
      {offeredOdds !== null && (
        <span className="font-normal text-body text-muted">
          {formatOdds(selection.odds)} <span aria-hidden="true">→</span>
        </span>
      )}
      {formatOdds(offeredOdds ?? odds)}
    </p>
  )
}
