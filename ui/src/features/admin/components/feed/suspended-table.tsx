import { useQuery } from '@tanstack/react-query'
import { marketName } from '#domain/settlement/market-names.ts'
import type { SuspendedMarkets } from '#services/contract/contract.ts'
import { feed as texts } from '#ui/lib/messages/desk/figures.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { suspendedQuery } from '../../api/settlement.ts'
import type { FeedSearch } from '../../model/section-searches.ts'
import type { DeskSearch } from '../../model/use-desk-search.ts'
import { pageCount, type TurnPage, useLastPage } from '../desk/pager.tsx'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { eventColumn } from './event-column.tsx'

type Suspended = SuspendedMarkets['markets'][number]

/** The queue of suspended markets. For loading, empty and errors see `DeskTable`. */
export function SuspendedTable({ search, onSearch }: DeskSearch<FeedSearch>) {
  const page = search.prices ?? 1
  const query = useQuery(suspendedQuery(page))
  const { data } = query
  const last = data && pageCount(data.total, data.pageSize)
  const onPage: TurnPage = (prices, options) => onSearch({ prices }, options)
  useLastPage({ page, onPage, last: data?.page === page ? last : undefined, isEmpty: data?.markets.length === 0 })
  return (
    <DeskTable
      label={texts.suspended}
      columns={columns}
      rows={query.data?.markets}
      rowKey={({ eventId, market }) => `${eventId} ${market}`}
      query={query}
      expected={2}
      pages={{ page, pages: Math.max(page, last ?? 1), onPage }}
      empty={{ text: texts.noneSuspended, hint: texts.suspendedHint }}
      top={<h2 className="border-border border-b px-4 py-2.5 text-section">{texts.suspended}</h2>}
    />
  )
}

const columns: readonly Column<Suspended>[] = [
  eventColumn,
  { key: 'market', title: texts.market, cell: ({ market }) => marketName(market) },
  { key: 'why', title: texts.why, cell: ({ reason }) => texts.reasons[reason] },
  {
    key: 'move',
    title: texts.move,
    isFigure: true,
    cell: ({ move }) =>
      move === null ? null : (
        <>
          <span className="text-muted">{move.from}</span> → <span className="font-semibold">{move.to}</span>
        </>
      ),
  },
  { key: 'since', title: texts.since, isFigure: true, cell: ({ since }) => formatDayTime(since) },
]
