// All bets, newest first, ten a page.
import { useQuery } from '@tanstack/react-query'
import type { Bet } from '#services/contract/contract.ts'
import { StatusBadge } from '#ui/components/bet-status.tsx'
import { Money } from '#ui/components/money.tsx'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { messages } from '#ui/lib/messages.ts'
import { formatDayTime } from '#ui/lib/time/business-clock.ts'
import { marketNameOf } from '#ui/model/slip/selection.ts'
import { listQuery } from '../api/dashboard.ts'
import { Pager, pagesOf } from './pager.tsx'

export function AllBets({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const query = useQuery(listQuery('bets', page))
  return (
    <QueryState
      query={query}
      loading={messages.admin.loading}
      skeleton={<RowSkeletons />}
      isEmpty={(data) => data.totalBets === 0}
      empty={
        <div className="p-4">
          <EmptyNotice hint="Every bet that is placed is listed here.">No bets yet.</EmptyNotice>
        </div>
      }
    >
      {(data) => (
        <>
          <section
            aria-label="All bets"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard too
            tabIndex={0}
            className="overflow-x-auto outline-offset-[-2px]"
          >
            <BetTable bets={data.bets} />
          </section>
          <Pager label="Bets" page={page} pages={pagesOf(data.totalBets, data.pageSize)} onPage={onPage} />
        </>
      )}
    </QueryState>
  )
}

const head = 'whitespace-nowrap px-4 py-2.5 font-medium text-muted text-second'
const cell = 'whitespace-nowrap px-4 py-2.5 align-top'

function BetTable({ bets }: { bets: Bet[] }) {
  return (
    <table className="w-full min-w-[56rem] text-left text-body">
      <thead className="bg-inset">
        <tr>
          <th className={head}>Placed</th>
          <th className={head}>User</th>
          <th className={head}>Bet</th>
          <th className={`${head} text-right`}>Odds</th>
          <th className={`${head} text-right`}>Stake</th>
          <th className={`${head} text-right`}>Potential win</th>
          <th className={head}>Status</th>
          <th className={`${head} text-right`}>House</th>
        </tr>
      </thead>
      <tbody>
        {bets.map((bet) => (
          <tr key={bet.id} className="border-border border-t">
            <td className={`${cell} text-muted`}>{formatDayTime(bet.created_at)}</td>
            <td className={`${cell} font-medium`}>{bet.username ?? '–'}</td>
            <td className="min-w-56 px-4 py-2.5">
              <span className="block font-medium">{bet.selection ?? bet.game}</span>
              <span className="block text-muted text-second">
                {bet.legs?.map((leg) => leg.selection).join(', ') ?? `${marketNameOf(bet.bet_type)} · ${bet.game}`}
              </span>
            </td>
            <td className={`${cell} text-right`}>{bet.odd.toFixed(2)}</td>
            <td className={`${cell} text-right`}>
              <Money amount={bet.bet_amount} />
            </td>
            <td className={`${cell} text-right`}>
              <Money amount={bet.potential_win} />
            </td>
            <td className={cell}>
              <StatusBadge status={bet.status} />
            </td>
            <td className={`${cell} text-right`}>
              <HouseResult bet={bet} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What the house made of a settled bet: the stake less what was paid back. */
function HouseResult({ bet }: { bet: Bet }) {
  if (bet.status === 'pending') return <span className="text-muted">open</span>
  return <Money amount={(bet.bet_amount - bet.potential_win).toFixed(2)} signed toned />
}

function RowSkeletons() {
  return (
    <div className="flex flex-col gap-2 p-4 pt-10">
      {[1, 2, 3, 4, 5].map((key) => (
        <Skeleton key={key} className="h-12" />
      ))}
    </div>
  )
}
