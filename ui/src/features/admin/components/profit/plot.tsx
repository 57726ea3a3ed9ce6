import type { ReactNode } from 'react'
import { formatEuros } from '#ui/lib/money.ts'
import { axisTicks } from '../../model/figures/axis-ticks.ts'

export const PLOT_WIDTH = 900
/** The least distance of two amounts on the scale, so that they do not touch. */
const TICK_HEIGHT = 45

/** The position of an amount in a plot, from its upper edge, in the units of its viewBox. */
export type ScaleY = (amount: number) => number

type PlotProps = {
  amounts: readonly number[]
  height: number
  /** Room above and below, so that lines and dots are not cut off. */
  edge?: number
  /** Without amounts beside it. */
  isBare?: boolean
  className: string
  children: (y: ScaleY) => ReactNode
}

/** A drawing over days, with a scale of euros on the left and a line at zero. It stretches to the available width. */
export function Plot({ amounts, height, edge = 0, isBare = false, className, children }: PlotProps) {
  const [least, most] = [Math.min(0, ...amounts), Math.max(0, ...amounts)]
  const top = most === least ? least + 1 : most
  const y: ScaleY = (amount) => edge + ((top - amount) / (top - least)) * (height - 2 * edge)
  const ticks = axisTicks(least, most, Math.round(height / TICK_HEIGHT))
  return (
    <div aria-hidden="true" className={`relative ${className}`}>
      {(isBare ? [] : ticks).map((tick) => (
        <span
          key={tick}
          style={{ top: `${(y(tick) / height) * 100}%` }}
          className="absolute right-full mr-2 -translate-y-1/2 whitespace-nowrap text-label text-muted tabular-nums"
        >
          {formatEuros(Number(tick.toFixed(2))).replace(/\.00$/, '')}
        </span>
      ))}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${PLOT_WIDTH} ${height}`}
        preserveAspectRatio="none"
        className="size-full overflow-visible text-text"
      >
        {ticks.map((tick) => (
          <line
            key={tick}
            x1="0"
            x2={PLOT_WIDTH}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? 'stroke-faint' : 'stroke-border'}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {children(y)}
      </svg>
    </div>
  )
}
