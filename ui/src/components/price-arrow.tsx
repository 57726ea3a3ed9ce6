import { clsx } from 'clsx'
import type { PriceMove } from '#ui/model/price-move.ts'

/** ▲ or ▼. Decorative: the text beside it gives both prices. */
export function PriceArrow({ move, className }: { move: PriceMove; className?: string }) {
  return (
    <span aria-hidden="true" className={clsx('text-[0.625rem]', className)}>
      {move === 'up' ? '▲' : '▼'}
    </span>
  )
}
