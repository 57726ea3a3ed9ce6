import { useQuery } from '@tanstack/react-query'
import { eurosOf } from '#domain/money.ts'
import { marketName } from '#domain/settlement/market-names.ts'
import type { Performance } from '#services/contract/contract.ts'
import { type ChartPoint, LineChart } from '#ui/components/chart/line-chart.tsx'
import { Money } from '#ui/components/money.tsx'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Skeleton, Skeletons } from '#ui/components/ui/skeleton.tsx'
import { sportsQuery } from '#ui/data/sports.ts'
import { errorText } from '#ui/lib/http/api-error.ts'
import { toCents } from '#ui/lib/money.ts'
import { performanceQuery } from '../api/statistics.ts'

const cardStyle = 'overflow-hidden rounded-card border border-border bg-surface'

/**
 * Profit and loss in euros, over time, by sport and by market; a text if no bet has been won or lost. For loading and
 * errors see `QueryState`.
 */
export function PerformancePanel() {
  const query = useQuery(performanceQuery())
  return (
    <QueryState
      query={query}
      loading="Loading your results…"
      skeleton={
        <div className="grid gap-3 lg:grid-cols-2">
          <Skeleton className="h-[18.75rem] rounded-card sm:h-[16.25rem] lg:col-span-2" />
          <Skeletons count={2} className="h-48 rounded-card" />
        </div>
      }
      errorMessage={resultsErrorText}
      isEmpty={({ days }) => days.length === 0}
      empty={<NoResults />}
    >
      {(performance) => <Results performance={performance} />}
    </QueryState>
  )
}

/** Not that of the figures above: the two may fail together. */
const resultsErrorText = (error: unknown): string => `Error loading results: ${errorText(error)}`

/** As high as the results, so that nothing below moves when it turns out that there are none. */
const NoResults = () => (
  <div className="grid gap-3 lg:grid-cols-2">
    <div
      className={`${cardStyle} flex h-[18.75rem] flex-col items-center justify-center sm:h-[16.25rem] lg:col-span-2`}
    >
      <EmptyNotice hint="Profit and loss are drawn once a bet is won or lost.">No results yet.</EmptyNotice>
    </div>
    <Shares title="By sport" rows={[]} />
    <Shares title="By market" rows={[]} />
  </div>
)

function Results({ performance: { days, sports, markets } }: { performance: Performance }) {
  const { data: families = [] } = useQuery(sportsQuery())
  const sportName = (key: string) =>
    key === 'several' ? 'Several sports' : (families.find((family) => family.key === key)?.title ?? key)
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      <section aria-labelledby="pnl-heading" className={`${cardStyle} lg:col-span-2`}>
        <h2 id="pnl-heading" className="px-4 pt-3 text-section sm:-mb-7">
          Profit and loss <span className="font-normal text-muted text-second">by settling day</span>
        </h2>
        <LineChart label="Profit and loss" points={runningTotals(days)} />
      </section>
      <Shares title="By sport" rows={sports.map((row) => ({ ...row, name: sportName(row.sport) }))} />
      <Shares
        title="By market"
        rows={markets.map((row) => ({ ...row, name: row.market === 'parlay' ? 'Parlay' : marketName(row.market) }))}
      />
    </div>
  )
}

/** Summed in cents, because sums of euros drift. */
function runningTotals(days: Performance['days']): ChartPoint[] {
  let cents = 0
  return days.map(({ day, profit }) => {
    cents += toCents(profit)
    return { day, amount: eurosOf(cents) }
  })
}

type Share = { name: string; bets: number; staked: number; profit: number }

function Shares({ title, rows }: { title: string; rows: Share[] }) {
  return (
    <section aria-label={title} className={`${cardStyle} min-h-48`}>
      <table className="wrapping-rows w-full text-second">
        <caption className="px-4 py-3 text-left text-section">{title}</caption>
        <thead className="bg-inset text-label text-muted">
          <tr>
            <td className="basis-full px-4 py-2 max-[20rem]:hidden" />
            {['Bets', 'Staked', 'Profit and loss'].map((head) => (
              <th key={head} scope="col" className="px-4 py-2 text-right font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {rows.length === 0 && (
            <tr>
              <td colSpan={4} className="basis-full px-4 py-9 text-center text-muted">
                Nothing is settled yet.
              </td>
            </tr>
          )}
          {rows.map(({ name, bets, staked, profit }) => (
            <tr key={name}>
              <th scope="row" className="basis-full px-4 py-2 text-left font-medium">
                {name}
              </th>
              <td className="px-4 py-2 text-right">{bets}</td>
              <td className="px-4 py-2 text-right">
                <Money amount={staked} />
              </td>
              <td className="px-4 py-2 text-right font-semibold">
                <Money amount={profit} signed toned={profit !== 0} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
