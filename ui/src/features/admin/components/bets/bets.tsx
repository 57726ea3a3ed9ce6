import { useQuery } from '@tanstack/react-query'
import type { Bet } from '#services/contract/contract.ts'
import { StatusBadge } from '#ui/components/bet-status.tsx'
import { Money } from '#ui/components/money.tsx'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { marketName } from '#ui/model/market-names.ts'
import { listQuery } from '../../api/dashboard.ts'
import { type BetsSearch, betsSearch } from '../../model/section-searches.ts'
import { type DeskSearch, useDeskSearch } from '../../model/use-desk-search.ts'
import { DeskPage } from '../desk/desk-page.tsx'
import { pageCount } from '../desk/pager.tsx'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'

const columns: readonly Column<Bet>[] = [
  {
    key: 'placed',
    title: 'Placed',
    cell: (bet) => <span className="text-muted">{formatDayTime(bet.created_at)}</span>,
  },
  { key: 'user', title: 'User', cell: (bet) => <span className="font-medium">{bet.username ?? '–'}</span> },
  { key: 'bet', title: 'Bet', isWide: true, cell: (bet) => <What bet={bet} /> },
  { key: 'odds', title: 'Odds', isFigure: true, cell: (bet) => formatOdds(bet.odd) },
  { key: 'stake', title: 'Stake', isFigure: true, cell: (bet) => <Money amount={bet.bet_amount} /> },
  { key: 'win', title: 'Potential win', isFigure: true, cell: (bet) => <Money amount={bet.potential_win} /> },
  { key: 'status', title: 'Status', cell: (bet) => <StatusBadge status={bet.status} /> },
  { key: 'house', title: 'House', isFigure: true, cell: (bet) => <HouseResult bet={bet} /> },
]

/** All bets in pages, newest first. */
export function Bets({ search, onSearch }: DeskSearch<Partial<BetsSearch>>) {
  const page = search.page ?? 1
  const query = useQuery(listQuery('bets', page))
  return (
    <DeskTable
      label="All bets"
      columns={columns}
      rows={query.data?.bets}
      rowKey={({ id }) => id}
      query={query}
      empty={{ text: 'No bets yet.', hint: 'Every bet that is placed is listed here.' }}
      pages={{
        page,
        pages: pageCount(query.data?.totalBets ?? 0, query.data?.pageSize ?? 1),
        onPage: (next) => onSearch({ ...search, page: next }),
      }}
    />
  )
}

export function BetsPage() {
  return (
    <DeskPage section="bets">
      <Bets {...useDeskSearch(betsSearch)} />
    </DeskPage>
  )
}

const What = ({ bet }: { bet: Bet }) => (
  <>
    <span className="font-medium">{bet.selection ?? bet.game}</span>{' '}
    <span className="text-muted">
      {bet.legs?.map((leg) => leg.selection).join(', ') ?? `${marketName(bet.bet_type)} · ${bet.game}`}
    </span>
  </>
)

/** The house's profit on a settled bet: the stake minus the payout. */
function HouseResult({ bet }: { bet: Bet }) {
  if (bet.status === 'pending') return <span className="text-muted">open</span>
  return <Money amount={(bet.bet_amount - bet.potential_win).toFixed(2)} signed toned />
}
