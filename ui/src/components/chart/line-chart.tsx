import { useState } from 'react'
import { formatEuros } from '#ui/lib/money.ts'
import { dateText } from '#ui/lib/time/typed-date.ts'
import { Money } from '../money.tsx'
import { Button } from '../ui/button.tsx'

/** `day`: '2026-11-21'; `amount` in euros. */
export type ChartPoint = { day: string; amount: number }

const [WIDTH, HEIGHT, EDGE] = [600, 180, 8]
/** The least distance between two labels of the scale, so that they do not overlap. */
const TICK_ROOM = 16

/** An amount by day, as a line or as a table of the same figures. */
export function LineChart({ label, points }: { label: string; points: ChartPoint[] }) {
  const [isTable, setIsTable] = useState(false)
  return (
    <div>
      <div className="flex justify-end px-1">
        <Button size="sm" variant="ghost" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          Show as table
        </Button>
      </div>
      {isTable ? <PointTable label={label} points={points} /> : <Line label={label} points={points} />}
    </div>
  )
}

function Line({ label, points }: { label: string; points: ChartPoint[] }) {
  const [first, last] = [points.at(0), points.at(-1)]
  const amounts = [0, ...points.map(({ amount }) => amount)]
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)]
  const y = (amount: number) => EDGE + ((most - amount) / (most - least || 1)) * (HEIGHT - 2 * EDGE)
  const x = (at: number) => (at / Math.max(1, amounts.length - 1)) * WIDTH
  // Zero is left out where its label would overlap another.
  const ticks = [...new Set([most, 0, least])].filter(
    (amount, _, all) => amount !== 0 || all.every((other) => other === 0 || Math.abs(y(other) - y(0)) > TICK_ROOM),
  )
  const path = amounts.map((amount, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(amount)}`).join('')
  return (
    <figure className="px-4 pt-2 pb-4">
      <div className="flex">
        <div aria-hidden="true" className="relative w-20 shrink-0 text-label text-muted">
          {ticks.map((amount) => (
            <span
              key={amount}
              className="absolute right-2 -translate-y-1/2"
              style={{ top: `${(y(amount) / HEIGHT) * 100}%` }}
            >
              {formatEuros(amount, true)}
            </span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={`${label}: ${formatEuros(amounts.at(-1) ?? 0, true)} now, between ${formatEuros(least, true)} and ${formatEuros(most, true)}`}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-44 min-w-0 flex-1 text-text"
        >
          <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} className="stroke-strong" vectorEffect="non-scaling-stroke" />
          <path d={path} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
        </svg>
      </div>
      <figcaption className="flex justify-between pt-1 pl-20 text-label text-muted">
        <span>{first !== undefined && points.length > 1 && dateText(first.day)}</span>
        <span>{last !== undefined && dateText(last.day)}</span>
      </figcaption>
    </figure>
  )
}

function PointTable({ label, points }: { label: string; points: ChartPoint[] }) {
  return (
    <table className="w-full text-second">
      <caption className="sr-only">{label}</caption>
      <tbody className="divide-y divide-border">
        {points.map(({ day, amount }) => (
          <tr key={day}>
            <th scope="row" className="px-4 py-2 text-left font-normal">
              {dateText(day)}
            </th>
            <td className="px-4 py-2 text-right">
              <Money amount={amount.toFixed(2)} signed toned={amount !== 0} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
