import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Statistics } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { QueryState } from '#ui/components/query-state.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { betsErrorText } from '#ui/data/bets.ts'
import { statisticsQuery } from '../api/statistics.ts'

/** One card, split by hairlines. */
const gridStyle =
  'grid grid-cols-2 gap-px overflow-hidden rounded-card border border-border bg-border max-[20rem]:grid-cols-1 sm:grid-cols-3'

/** The bettor's statistics over all bets; money in euros. For loading and errors see `QueryState`. */
export function StatisticsPanel() {
  const query = useQuery(statisticsQuery())
  return (
    <div className="pt-4">
      <QueryState
        query={query}
        loading="Loading your statistics…"
        skeleton={
          <div className={gridStyle}>
            <Skeletons count={6} className="h-18 rounded-none" />
          </div>
        }
        errorMessage={betsErrorText}
      >
        {(statistics) => <Tiles statistics={statistics} />}
      </QueryState>
    </div>
  )
}

function Tiles({ statistics }: { statistics: Statistics }) {
  const { totalBets, openBets, avgBet, totalStake, totalWinnings, pnl } = statistics
  return (
    <dl className={gridStyle}>
      <Tile label="Total bets">{totalBets}</Tile>
      <Tile label="Open bets">{openBets}</Tile>
      <Tile label="Average bet">{totalBets === 0 ? '–' : <Money amount={avgBet} />}</Tile>
      <Tile label="Total stake">
        <Money amount={totalStake} />
      </Tile>
      <Tile label="Total winnings">
        <Money amount={totalWinnings} />
      </Tile>
      <Tile label="Profit and loss">
        <Money amount={pnl} signed className={clsx(pnl > 0 && 'text-accent', pnl < 0 && 'text-lost')} />
      </Tile>
    </dl>
  )
}

function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-muted text-second">{label}</dt>
      <dd className="mt-0.5 font-[650] text-[1.25rem] leading-7 tracking-[-0.015em] [overflow-wrap:anywhere]">
        {children}
      </dd>
    </div>
  )
}
