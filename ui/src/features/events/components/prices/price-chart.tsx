import { prices as texts } from '#ui/lib/messages/prices.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import type { PriceSteps } from '../../model/prices/price-steps.ts'

/** The prices of an outcome as a line, with gaps where there was none. The table has the figures. */
export function PriceChart({ steps: { lines, low, high, from } }: { steps: PriceSteps }) {
  return (
    <figure className="mt-3">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
        <div aria-hidden="true" className="flex flex-col justify-between text-right text-label text-muted tabular-nums">
          <span>{formatOdds(high)}</span>
          {low !== high && <span>{formatOdds(low)}</span>}
        </div>
        <svg
          role="img"
          aria-label={texts.summary(formatOdds(low), formatOdds(high))}
          viewBox="0 0 1000 1000"
          preserveAspectRatio="none"
          className="h-44 w-full rounded-control border border-border bg-inset"
        >
          {lines.map((corners) => (
            <polyline
              key={corners[0]?.x}
              points={corners.map(({ x, y }) => `${x},${y}`).join(' ')}
              fill="none"
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
              strokeLinejoin="round"
              className="stroke-text"
            />
          ))}
        </svg>
      </div>
      <figcaption aria-hidden="true" className="mt-1 flex justify-between text-label text-muted tabular-nums">
        <span>{formatDayTime(from)}</span>
        <span>{texts.now}</span>
      </figcaption>
    </figure>
  )
}
