import { clsx } from 'clsx'
import { PriceArrow } from '#ui/components/price-arrow.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { priceMove } from '#ui/model/price-move.ts'
import type { SlipLine } from '../../model/slip-line.ts'

const boxes = {
  up: 'border-[color-mix(in_srgb,var(--up)_40%,transparent)] bg-[color-mix(in_srgb,var(--up)_7%,transparent)]',
  down: 'border-[color-mix(in_srgb,var(--down)_40%,transparent)] bg-[color-mix(in_srgb,var(--down)_7%,transparent)]',
} as const

type OddsChangeProps = { line: SlipLine; disabled: boolean; onAccept: (odds: string) => void }

/** Old and new odds side by side, for the bettor to decide. */
export function OddsChange({ line: { selection, offeredOdds, verdict }, disabled, onAccept }: OddsChangeProps) {
  if (offeredOdds === null) return null
  const move = priceMove(selection.odds, offeredOdds)
  return (
    <div className={clsx('mt-2.5 rounded-control border p-3', boxes[move])}>
      <p className="text-second">{verdict?.text}</p>
      <div className="mt-2.5 flex items-end justify-between gap-3">
        <dl className="flex items-end gap-3">
          <div>
            <dt className="text-label text-muted">Picked</dt>
            <dd className="font-semibold text-muted text-section leading-6 line-through">{selection.odds}</dd>
          </div>
          <span aria-hidden="true" className="pb-px text-muted">
            →
          </span>
          <div>
            <dt className="text-label text-muted">Now</dt>
            <dd
              className={clsx(
                'whitespace-nowrap font-semibold text-section leading-6',
                move === 'up' ? 'text-up' : 'text-down',
              )}
            >
              <PriceArrow move={move} className="mr-1 leading-none" />
              {offeredOdds}
            </dd>
          </div>
        </dl>
        <Button size="sm" onClick={() => onAccept(offeredOdds)} disabled={disabled}>
          Accept {offeredOdds}
          <span className="sr-only"> for {selection.selection}</span>
        </Button>
      </div>
    </div>
  )
}
