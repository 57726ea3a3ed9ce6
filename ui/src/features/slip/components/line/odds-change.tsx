import { clsx } from 'clsx'
import { oddsChangePercent } from '#domain/odds.ts'
import { PriceArrow } from '#ui/components/price-arrow.tsx'
import { inSlip } from '#ui/lib/messages/slip.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { priceMove } from '#ui/model/price-move.ts'
import { inGameText, type SlipLine } from '../../model/slip-line.ts'
import { LineButton } from './line-button.tsx'

const boxes = {
  up: 'bg-[color-mix(in_srgb,var(--up)_12%,transparent)] text-up',
  down: 'bg-[color-mix(in_srgb,var(--down)_12%,transparent)] text-down',
} as const

type OddsChangeProps = { line: SlipLine; disabled: boolean; onAccept: (odds: string) => void }

/**
 * For odds that moved further than the bettor's policy accepts. The old and new odds are side by side in the row above.
 */
export function OddsChange({ line: { selection, offeredOdds, verdict }, disabled, onAccept }: OddsChangeProps) {
  if (offeredOdds === null) return null
  const move = priceMove(selection.odds, offeredOdds)
  return (
    <div className={clsx('flex h-7 items-center gap-2 rounded-sm pl-2 text-second', boxes[move])}>
      <PriceArrow move={move} className="shrink-0" />
      <p className="min-w-0 flex-1 truncate">
        <span aria-hidden="true">{inSlip.legMoved(move, oddsChangePercent(selection.odds, offeredOdds))}</span>
        <span className="sr-only">{verdict?.text}</span>
      </p>
      <LineButton data-slip-accept="" onClick={() => onAccept(offeredOdds)} disabled={disabled}>
        Accept {formatOdds(offeredOdds)}
        <span className="sr-only"> for {inGameText(selection)}</span>
      </LineButton>
    </div>
  )
}
