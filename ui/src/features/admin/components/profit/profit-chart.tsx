import { clsx } from 'clsx'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { Money } from '#ui/components/money.tsx'
import { profit as texts } from '#ui/lib/messages/desk/figures.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { dayText } from '#ui/lib/time/product-day.ts'
import type { ProfitDay } from '../../model/figures/profit-days.ts'
import { PLOT_WIDTH, Plot } from './plot.tsx'

const [LINE_HEIGHT, BARS_HEIGHT, EDGE] = [190, 70, 6]
const BAR_MAX = 36
/** The share of the width, at either end, where a day's label would overlap that of the end. */
const ENDS = 0.2

/** The height of the chart; also for placeholders, so that nothing below moves when it appears. */
export const CHART_HEIGHT = 'min-h-81'
/** As many rows of a skeleton are as high. */
export const CHART_ROWS = 9

/** House profit as a line, and the profit of each day as a bar below it. The table has the same figures. */
export function ProfitChart({ days }: { days: readonly ProfitDay[] }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const last = days.length - 1
  const at = chosen === null || chosen > last ? last : chosen
  const shown = days[at]!
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosen(Math.min(last, Math.max(0, step)))
  }
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setChosen(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * days.length))))
  }
  return (
    <figure className="px-4 pt-3 pb-3">
      <p aria-live="polite" className="flex min-h-5 flex-wrap gap-x-4 text-second">
        <span className="font-medium">{dayText(shown.day)}</span>
        <span className="text-muted">
          {texts.onDay} <Money amount={shown.profit} signed toned />
        </span>
        <span className="text-muted">
          {texts.soFar} <Money amount={shown.sum} className="font-semibold text-text" />
        </span>
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={texts.chart(dayText(days[0]!.day), dayText(days[last]!.day), formatEuros(days[last]!.sum, true))}
        aria-description={texts.chartKeys}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={`${dayText(shown.day)}: ${formatEuros(shown.profit, true)}, ${formatEuros(shown.sum)}`}
        onKeyDown={move}
        onPointerMove={point}
        onPointerLeave={() => setChosen(null)}
        className="mt-2 ml-17 touch-pan-y rounded-control outline-offset-2"
      >
        <Sums days={days} at={at} />
        <Bars days={days} at={at} />
        <DayLabels days={days} at={at} />
      </div>
    </figure>
  )
}

type PartProps = { days: readonly ProfitDay[]; at: number }

const shareOf = (place: number, days: number) => (place + 0.5) / days

/** The first and the last day, where there is room, and the chosen one below its bar. */
function DayLabels({ days, at }: PartProps) {
  const share = shareOf(at, days.length)
  return (
    <p aria-hidden="true" className="relative mt-1 flex h-4 justify-between text-label text-muted">
      <span className={clsx('max-[20rem]:hidden', share < ENDS && 'invisible')}>{dayText(days[0]!.day)}</span>
      <span className={clsx('max-[20rem]:hidden', share > 1 - ENDS && 'invisible')}>{dayText(days.at(-1)!.day)}</span>
      <span
        // Shifted left by the same share of its own width: it never leaves the drawing.
        style={{ left: `${share * 100}%`, transform: `translateX(-${share * 100}%)` }}
        className="absolute whitespace-nowrap font-medium text-text"
      >
        {dayText(days[at]!.day)}
      </span>
    </p>
  )
}

function Sums({ days, at }: PartProps) {
  const sums = days.map(({ sum }) => sum)
  const x = (place: number) => shareOf(place, days.length) * PLOT_WIDTH
  return (
    <Plot amounts={sums} height={LINE_HEIGHT} edge={EDGE} className="h-44">
      {(y) => (
        <>
          <line
            x1={x(at)}
            x2={x(at)}
            y1="0"
            y2={LINE_HEIGHT}
            className="stroke-strong"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={sums.map((sum, place) => `${place === 0 ? 'M' : 'L'}${x(place)} ${y(sum)}`).join('')}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
          {/* A line of no length with round ends is a dot that does not stretch with the drawing. */}
          <path
            d={`M${x(at)} ${y(sums[at]!)}h0.01`}
            stroke="currentColor"
            strokeWidth="8"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </Plot>
  )
}

function Bars({ days, at }: PartProps) {
  const width = Math.min((PLOT_WIDTH / days.length) * 0.6, BAR_MAX)
  return (
    <Plot
      amounts={days.map(({ profit }) => profit)}
      height={BARS_HEIGHT}
      // Without any profit, its zero would repeat that of the line above.
      isBare={days.every(({ profit }) => profit === 0)}
      className="mt-4 h-14"
    >
      {(y) =>
        days.map(({ day, profit }, place) => (
          <rect
            key={day}
            x={shareOf(place, days.length) * PLOT_WIDTH - width / 2}
            width={width}
            y={Math.min(y(0), y(profit))}
            height={Math.abs(y(profit) - y(0))}
            className={profit < 0 ? 'fill-lost' : 'fill-accent'}
            opacity={place === at ? 1 : 0.7}
          />
        ))
      }
    </Plot>
  )
}
