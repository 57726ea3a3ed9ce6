import { CircleAlert, CircleCheck, Clock, Info, Lock } from 'lucide-react'
import { PriceArrow } from '#ui/components/price-arrow.tsx'
import { Spinner } from '#ui/components/ui/button.tsx'
import { inSlip } from '#ui/lib/messages/slip.ts'
import { messages } from '#ui/lib/messages.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { priceMove } from '#ui/model/price-move.ts'
import { acceptedMoveText } from '../../model/odds-verdict.ts'
import { inGameText, type LineState, type SlipLine } from '../../model/slip-line.ts'
import { useOddsPolicy } from '../../model/use-odds-policy.ts'
import { LineButton } from './line-button.tsx'
import { LineMessage } from './line-message.tsx'
import { OddsChange } from './odds-change.tsx'

interface LineStatusProps {
  line: SlipLine
  state: LineState
  isLocked: boolean
  onRemove: () => void
  onAccept: (odds: string) => void
}

/** The status row of a selection. Whole sentences are shown above Place bet; here they are for screen readers only. */
export function LineStatus({ line, state, isLocked, onRemove, onAccept }: LineStatusProps) {
  const text = line.note?.text ?? line.verdict?.text ?? ''
  switch (state) {
    case 'checking':
      return (
        <LineMessage icon={<Spinner className="size-3.5" />} tone="muted">
          {inSlip.legChecking}
        </LineMessage>
      )
    case 'confirmed':
      return (
        <LineMessage icon={<CircleCheck className="size-4 text-accent" />} tone="muted">
          {text}
        </LineMessage>
      )
    case 'unchecked':
      return (
        <LineMessage icon={<Info className="size-4" />} tone="warning" isLong>
          {text}
        </LineMessage>
      )
    case 'refused':
      return (
        <LineMessage icon={<CircleAlert className="size-4" />} tone="lost" isLong>
          {text}
        </LineMessage>
      )
    case 'stale':
      return (
        <LineMessage icon={<Clock className="size-4" />} tone="muted">
          {messages.event.stale}
        </LineMessage>
      )
    case 'stopped':
      return (
        <LineMessage icon={<Lock className="size-3.5" />} tone="muted" isLong>
          {line.stop}
        </LineMessage>
      )
    case 'gone':
      return (
        <div className="flex h-7 items-center gap-2 rounded-sm bg-inset pl-2 text-muted text-second">
          <Lock aria-hidden="true" className="size-3.5 shrink-0" />
          <p className="min-w-0 flex-1 truncate">
            <span aria-hidden="true">{inSlip.legClosed}</span>
            <span className="sr-only">{line.verdict?.kind === 'gone' ? line.verdict.text : text}</span>
          </p>
          <LineButton onClick={onRemove} disabled={isLocked}>
            Remove
            <span className="sr-only"> {inGameText(line.selection)}</span>
          </LineButton>
        </div>
      )
    case 'changed':
      return <OddsChange line={line} disabled={isLocked} onAccept={onAccept} />
    case 'moved':
      return <AcceptedMove line={line} />
    case 'picked':
      return null
  }
}

/** '1.79 → 1.78 ▼', and why the bettor need not be asked. */
function AcceptedMove({ line: { selection, odds } }: { line: SlipLine }) {
  const policy = useOddsPolicy()
  const move = priceMove(selection.odds, odds)
  return (
    <LineMessage tone="muted">
      <span aria-hidden="true">
        {formatOdds(selection.odds)} → <span className="font-medium text-text">{formatOdds(odds)}</span>{' '}
        <PriceArrow move={move} className={move === 'up' ? 'text-up' : 'text-down'} /> {inSlip.acceptedBy[policy]}
      </span>
      <span className="sr-only">{acceptedMoveText(selection.odds, odds)}</span>
    </LineMessage>
  )
}
