// The slip's content, the same in the side panel, in the phone's sheet and on its own page.
import { clsx } from 'clsx'
import { Ticket, X } from 'lucide-react'
import { messages } from '../../app/messages.ts'
import { Count } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { PlaceBox } from './place-box.tsx'
import type { SlipMode } from './reducer.ts'
import { useSlip, useSlipEntry } from './slip-context.tsx'
import { SlipLineItem } from './slip-line.tsx'
import { Unanswered } from './unanswered.tsx'
import type { PlacementActions } from './use-placement.ts'
import type { SlipView } from './use-slip-lines.ts'

export interface SlipBodyProps {
  view: SlipView
  actions: PlacementActions
  /** The level of the slip's heading on its page. */
  level: 1 | 2
  emptyText?: string
  onClose?: () => void
  closeLabel?: string
}

export function SlipBody({ view, actions, level, emptyText, onClose, closeLabel = 'Close bet slip' }: SlipBodyProps) {
  const { locked, clear } = useSlip()
  const { placement } = useSlipEntry()
  const { lines } = view
  const waiting = placement.phase === 'unknown'
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 py-2 pr-2 pl-4">
        <Heading className={level === 1 ? 'text-title' : 'text-section'}>Bet slip</Heading>
        {lines.length > 0 && <Count value={lines.length} />}
        <span className="flex-1" />
        {lines.length > 0 && !waiting && (
          <Button variant="ghost" size="sm" onClick={clear} disabled={locked}>
            Clear<span className="sr-only"> bet slip</span>
          </Button>
        )}
        {onClose && (
          <Button variant="ghost" size="icon-sm" aria-label={closeLabel} onClick={onClose}>
            <X aria-hidden="true" className="size-4" />
          </Button>
        )}
      </div>
      {waiting ? (
        <div className="min-h-0 overflow-y-auto border-border border-t">
          <Unanswered actions={actions} />
        </div>
      ) : lines.length === 0 ? (
        <Empty text={emptyText ?? messages.slip.slipEmpty} />
      ) : (
        <Filled view={view} actions={actions} />
      )}
    </>
  )
}

function Filled({ view, actions }: { view: SlipView; actions: PlacementActions }) {
  const { remove } = useSlip()
  const { placement, accept, setOwnStake } = useSlipEntry()
  const { lines, mode } = view
  return (
    <>
      {lines.length > 1 && <ModeSwitch mode={mode} />}
      <ul className="min-h-24 flex-1 overflow-y-auto overscroll-contain border-border border-t">
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
      <PlaceBox view={view} actions={actions} />
    </>
  )
}

const modes: { value: SlipMode; label: string }[] = [
  { value: 'singles', label: 'Singles' },
  { value: 'parlay', label: 'Parlay' },
]

function ModeSwitch({ mode }: { mode: SlipMode }) {
  const { setMode } = useSlipEntry()
  const { locked } = useSlip()
  return (
    <fieldset
      disabled={locked}
      className="mx-4 mb-3 flex shrink-0 rounded-control bg-inset p-1 ring-1 ring-border ring-inset"
    >
      <legend className="sr-only">How to bet</legend>
      {modes.map(({ value, label }) => (
        <label
          key={value}
          className={clsx(
            'flex h-8 flex-1 cursor-pointer items-center justify-center rounded-[8px] font-medium text-body transition-colors touch has-focus-visible:outline-2 has-focus-visible:outline-accent',
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
