import { clsx } from 'clsx'
import type { PriceHistory } from '#services/contract/contract.ts'
import { PriceArrow } from '#ui/components/price-arrow.tsx'
import { prices as texts } from '#ui/lib/messages/prices.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { priceMove } from '#ui/model/price-move.ts'

/** The recorded prices as a table, newest first. */
export function PriceTable({ prices }: { prices: PriceHistory['prices'] }) {
  const rows = prices.map(({ at, odds }, index) => {
    const before = prices[index - 1]?.odds ?? null
    return { at, odds, move: odds === null || before === null ? null : priceMove(before, odds) }
  })
  return (
    <section
      aria-label={texts.table}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="mt-3 h-52 overflow-y-auto rounded-control border border-border"
    >
      <table className="w-full text-body tabular-nums">
        <thead className="sticky top-0 bg-inset text-left text-muted text-second">
          <tr>
            <th scope="col" className="px-3 py-1.5 font-normal">
              {texts.since}
            </th>
            <th scope="col" className="px-3 py-1.5 text-right font-normal">
              {texts.price}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ at, odds, move }) => (
            <tr key={`${at} ${odds}`} className="border-border border-t">
              <td className="px-3 py-1.5 text-muted">{formatDayTime(at)}</td>
              <td className="px-3 py-1.5 text-right">
                {move && <PriceArrow move={move} className={clsx('mr-1.5', move === 'up' ? 'text-up' : 'text-down')} />}
                {odds === null ? <span className="text-muted">{texts.gone}</span> : formatOdds(odds)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
