import { CircleAlert, CircleCheck, Info, Lock } from 'lucide-react'
import { PriceArrow } from '#ui/components/price-arrow.tsx'
import { Button, Spinner } from '#ui/components/ui/button.tsx'
import { priceMove } from '#ui/model/price-move.ts'
import { acceptedMoveText } from '../../model/odds-verdict.ts'
import type { LineState, SlipLine } from '../../model/slip-line.ts'
import { LineMessage } from './line-message.tsx'
import { OddsChange } from './odds-change.tsx'

interface LineStatusProps {
  line: SlipLine
  state: LineState
  isLocked: boolean
  onRemove: () => void
  onAccept: (odds: string) => void
}

/** The message of a selection's state. */
export function LineStatus({ line, state, isLocked, onRemove, onAccept }: LineStatusProps) {
  const { selection, note, verdict, odds } = line
  const text = note?.text ?? verdict?.text ?? ''
  switch (state) {
    case 'checking':
      return (
        <LineMessage icon={<Spinner className="size-3.5" />} tone="muted">
          Checking the odds…
        </LineMessage>
      )
    case 'confirmed':
      return (
        <LineMessage icon={<CircleCheck className="size-4" />} tone="accent">
          {text}
        </LineMessage>
      )
    case 'unchecked':
      return (
        <LineMessage icon={<Info className="size-4" />} tone="warning">
          {text}
        </LineMessage>
      )
    case 'refused':
      return (
        <LineMessage icon={<CircleAlert className="size-4" />} tone="lost">
          {text}
        </LineMessage>
      )
    case 'gone':
      return (
        <LineMessage icon={<Lock className="size-4" />} tone="lost">
          <span className="flex items-center justify-between gap-3">
            {verdict?.kind === 'gone' ? verdict.text : text}
            <Button size="sm" onClick={onRemove} disabled={isLocked}>
              Remove
            </Button>
          </span>
        </LineMessage>
      )
    case 'changed':
      return <OddsChange line={line} disabled={isLocked} onAccept={onAccept} />
    case 'moved': {
      const move = priceMove(selection.odds, odds)
      return (
        <LineMessage icon={<PriceArrow move={move} />} tone={move}>
          {acceptedMoveText(selection.odds, odds)}
        </LineMessage>
      )
    }
    case 'picked':
      return null
  }
}
