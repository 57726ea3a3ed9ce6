import { useQuery } from '@tanstack/react-query'
import { eurosOf } from '#domain/money.ts'
import type { Bet } from '#services/contract/contract.ts'
import { StatusBadge } from '#ui/components/bet-status.tsx'
import { Money } from '#ui/components/money.tsx'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { messages } from '#ui/lib/messages.ts'
import { toCents } from '#ui/lib/money.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { marketName } from '#ui/model/market-names.ts'
import { printedName } from '#ui/model/outcome-name.ts'
import { listQuery } from '../api/dashboard.ts'
import { Pager, pageCount } from './pager.tsx'

/** All bets in pages, newest first. */
export function AllBets({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const query = useQuery(listQuery('bets', page))
  return (
    <QueryState
      query={query}
      loading={messages.admin.loading}
      skeleton={
        <div className="flex flex-col gap-2 p-4 pt-10">
          <Skeletons count={5} className="h-12" />
        </div>
      }
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
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a wide table too
            tabIndex={0}
            className="overflow-x-auto outline-offset-[-2px]"
          >
            <BetTable bets={data.bets} />
          </section>
          <Pager label="Bets" page={page} pages={pageCount(data.totalBets, data.pageSize)} onPage={onPage} />
        </>
      )}
    </QueryState>
  )
}

const headStyle = 'whitespace-nowrap px-4 py-2.5 font-medium text-muted text-second'
const cellStyle = 'whitespace-nowrap px-4 py-2.5 align-top'

function BetTable({ bets }: { bets: Bet[] }) {
  return (
    <table className="w-full min-w-[56rem] text-left text-body">
      <thead className="bg-inset">
        <tr>
          <th className={headStyle}>Placed</th>
          <th className={headStyle}>User</th>
          <th className={headStyle}>Bet</th>
          <th className={`${headStyle} text-right`}>Odds</th>
          <th className={`${headStyle} text-right`}>Stake</th>
          <th className={`${headStyle} text-right`}>Potential win</th>
          <th className={headStyle}>Status</th>
          <th className={`${headStyle} text-right`}>House</th>
        </tr>
      </thead>
      <tbody>
        {bets.map((bet) => (
          <tr key={bet.id} className="border-border border-t">
            <td className={`${cellStyle} text-muted`}>{formatDayTime(bet.created_at)}</td>
            <td className={`${cellStyle} font-medium`}>{bet.username ?? '–'}</td>
            <td className="min-w-56 px-4 py-2.5">
              <span className="block font-medium">{printedName(bet.selection ?? bet.game)}</span>
              <span className="block text-muted text-second">
                {bet.legs?.map((leg) => printedName(leg.selection)).join(', ') ??
                  `${marketName(bet.bet_type)} · ${bet.game}`}
              </span>
            </td>
            <td className={`${cellStyle} text-right`}>{formatOdds(bet.odd)}</td>
            <td className={`${cellStyle} text-right`}>
              <Money amount={bet.bet_amount} />
            </td>
            <td className={`${cellStyle} text-right`}>
              <Money amount={bet.potential_win} />
            </td>
            <td className={cellStyle}>
              <StatusBadge status={bet.status} />
            </td>
            <td className={`${cellStyle} text-right`}>
              <HouseResult bet={bet} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The house's profit on a settled bet: the stake minus the payout. */
function HouseResult({ bet }: { bet: Bet }) {
  if (bet.status === 'pending') return <span className="text-muted">open</span>
  return <Money amount={eurosOf(toCents(bet.bet_amount) - toCents(bet.potential_win))} signed toned />
}
