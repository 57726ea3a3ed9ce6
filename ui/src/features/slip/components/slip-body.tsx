// The slip's content, the same in the side panel, in the phone's sheet and on its own page.
import { clsx } from 'clsx'
import { Ticket, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Count } from '#ui/components/ui/badge.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { messages } from '#ui/lib/messages.ts'
import type { Phase } from '#ui/model/slip/placement.ts'
import type { SlipMode } from '#ui/model/slip/reducer.ts'
import { useSlip, useSlipEntry } from '#ui/model/slip/slip-context.tsx'
import type { SlipView } from '../model/slip-view.ts'
import type { PlacementActions } from '../model/use-placement.ts'
import { SlipLineItem } from './line/slip-line.tsx'
import { PlaceBox, PolicySelect } from './placing/place-box.tsx'
import { Unanswered } from './placing/unanswered-bets.tsx'

export interface SlipBodyProps {
  view: SlipView
  actions: PlacementActions
  emptyText?: string
  onClose?: () => void
  /** For the phone's sheet: as much as possible of the height goes to the selections. */
  compact?: boolean
}

export function SlipBody({ view, actions, emptyText, onClose, compact = false }: SlipBodyProps) {
  const { placement } = useSlipEntry()
  const { lines, mode } = view
  const waiting = placement.phase === 'unknown'
  const filled = lines.length > 0 && !waiting
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 py-2 pr-2 pl-4">
        <h2 className="text-section">Bet slip</h2>
        {lines.length > 0 && <Count value={lines.length} />}
        <span className="flex-1" />
        {filled && (compact ? lines.length > 1 && <ModeSwitch mode={mode} compact /> : <ClearButton />)}
        {onClose && (
          <Button variant="ghost" size="icon-sm" aria-label="Close bet slip" onClick={onClose}>
            <X aria-hidden="true" className="size-4" />
          </Button>
        )}
      </div>
      {waiting ? (
        <div className="min-h-0 overflow-y-auto border-border border-t">
          <Unanswered actions={actions} />
        </div>
      ) : filled ? (
        <>
          {lines.length > 1 && !compact && <ModeSwitch mode={mode} />}
          <Lines view={view} compact={compact} />
          <PlaceBox view={view} actions={actions} compact={compact} />
        </>
      ) : (
        <Empty text={emptyText ?? messages.slip.slipEmpty} />
      )}
    </>
  )
}

function ClearButton() {
  const { locked, clear } = useSlip()
  return (
    <Button variant="ghost" size="sm" onClick={clear} disabled={locked}>
      Clear<span className="sr-only"> bet slip</span>
    </Button>
  )
}

function Lines({ view: { lines, mode }, compact }: { view: SlipView; compact: boolean }) {
  const { remove } = useSlip()
  const { placement, accept, setOwnStake } = useSlipEntry()
  const list = useRef<HTMLUListElement>(null)
  useShowWhatStops(list, placement.phase)
  return (
    <div className="min-h-20 flex-1 overflow-y-auto overscroll-contain border-border border-t">
      <ul ref={list}>
        {lines.map((line) => (
          <SlipLineItem
            key={line.selection.betKey}
            line={line}
            phase={placement.phase}
            ownStake={mode === 'singles' && lines.length > 1}
            onRemove={() => remove(line.selection.betKey)}
            onAccept={(odds) => accept({ [line.selection.betKey]: odds })}
            onStake={(stake) => setOwnStake(line.selection.betKey, stake)}
          />
        ))}
      </ul>
      {compact && (
        <div className="flex items-center justify-between gap-3 border-border border-t px-4 py-2">
          <div className="-ml-3">
            <ClearButton />
          </div>
          <PolicySelect />
        </div>
      )}
    </div>
  )
}

/** When a check or a reply sends the bettor back to the slip, the selection in question is in sight. */
function useShowWhatStops(list: RefObject<HTMLElement | null>, phase: Phase) {
  const before = useRef(phase)
  useEffect(() => {
    if (before.current !== 'idle' && phase === 'idle') {
      list.current
        ?.querySelector('[data-state=changed], [data-state=gone], [data-state=refused]')
        ?.scrollIntoView?.({ block: 'nearest', behavior: 'smooth' })
    }
    before.current = phase
  }, [list, phase])
}

const modes: { value: SlipMode; label: string }[] = [
  { value: 'singles', label: 'Singles' },
  { value: 'parlay', label: 'Parlay' },
]

function ModeSwitch({ mode, compact = false }: { mode: SlipMode; compact?: boolean }) {
  const { setMode } = useSlipEntry()
  const { locked } = useSlip()
  return (
    <fieldset
      disabled={locked}
      className={clsx(
        'flex shrink-0 rounded-control bg-inset p-1 ring-1 ring-border ring-inset',
        !compact && 'mx-4 mb-3',
      )}
    >
      <legend className="sr-only">How to bet</legend>
      {modes.map(({ value, label }) => (
        <label
          key={value}
          className={clsx(
            'relative flex h-8 flex-1 cursor-pointer items-center justify-center rounded-[8px] px-3 font-medium text-body transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent',
            'pointer-coarse:after:absolute pointer-coarse:after:-inset-y-1.5 pointer-coarse:after:inset-x-0',
            mode === value ? 'bg-raised text-text' : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name="slip-mode"
            value={value}
            checked={mode === value}
            onChange={() => setMode(value)}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function Empty({ text }: { text: string }) {
  return (
    <div className="flex flex-col items-center gap-2 border-border border-t px-6 py-10 text-center">
      <Ticket aria-hidden="true" className="size-6 text-faint" />
      <p className="font-medium text-body">{text}</p>
      <p className="text-muted text-second">Pick a price and it appears here.</p>
    </div>
  )
}
