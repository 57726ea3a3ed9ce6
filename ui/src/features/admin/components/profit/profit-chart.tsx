import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { Money } from '#ui/components/money.tsx'
import { profit as texts } from '#ui/lib/messages/desk/figures.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { dayText } from '#ui/lib/time/product-day.ts'
import type { ProfitDay } from '../../model/figures/profit-days.ts'

const [WIDTH, LINE_HEIGHT, BARS_HEIGHT, EDGE] = [900, 190, 70, 6]
const BAR_MAX = 36

/** House profit as a line, the profit of each day as a bar below it. The table beside it has the same figures. */
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
      <p aria-live="polite" className="flex min-h-5 flex-wrap justify-between gap-x-3 text-second">
        <span className="text-muted">{dayText(shown.day)}</span>
        <span className="flex gap-3">
          <Money amount={shown.profit} signed toned />
          <Money amount={shown.sum} className="font-semibold" />
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
        className="mt-1 touch-pan-y rounded-control outline-offset-2"
      >
        <Sums days={days} at={at} />
        <Bars days={days} at={at} />
      </div>
      <figcaption className="mt-1 flex justify-between text-label text-muted">
        <span>{dayText(days[0]!.day)}</span>
        <span>{dayText(days[last]!.day)}</span>
      </figcaption>
    </figure>
  )
}

type PartProps = { days: readonly ProfitDay[]; at: number }

const middleOf = (place: number, days: number) => ((place + 0.5) / days) * WIDTH

function Sums({ days, at }: PartProps) {
  const sums = days.map(({ sum }) => sum)
  const [least, most] = [Math.min(0, ...sums), Math.max(0, ...sums)]
  const y = (sum: number) => EDGE + ((most - sum) / (most - least || 1)) * (LINE_HEIGHT - 2 * EDGE)
  const x = (place: number) => middleOf(place, days.length)
  const path = sums.map((sum, place) => `${place === 0 ? 'M' : 'L'}${x(place)} ${y(sum)}`).join('')
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${LINE_HEIGHT}`}
      preserveAspectRatio="none"
      className="h-44 w-full overflow-visible text-text"
    >
      <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} className="stroke-strong" vectorEffect="non-scaling-stroke" />
      <line x1={x(at)} x2={x(at)} y1="0" y2={LINE_HEIGHT} className="stroke-strong" vectorEffect="non-scaling-stroke" />
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      {/* a line of no length with round ends: a dot that the width does not stretch */}
      <path
        d={`M${x(at)} ${y(sums[at]!)}h0.01`}
        stroke="currentColor"
        strokeWidth="8"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

function Bars({ days, at }: PartProps) {
  const profits = days.map(({ profit }) => profit)
  const [least, most] = [Math.min(0, ...profits), Math.max(0, ...profits)]
  const y = (profit: number) => ((most - profit) / (most - least || 1)) * BARS_HEIGHT
  const width = Math.min((WIDTH / days.length) * 0.6, BAR_MAX)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${BARS_HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-2 h-14 w-full"
    >
      {days.map(({ day, profit }, place) => (
        <rect
          key={day}
          x={middleOf(place, days.length) - width / 2}
          width={width}
          y={Math.min(y(0), y(profit))}
          height={Math.abs(y(profit) - y(0))}
          className={profit < 0 ? 'fill-lost' : 'fill-accent'}
          opacity={place === at ? 1 : 0.7}
        />
      ))}
      <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} className="stroke-strong" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
