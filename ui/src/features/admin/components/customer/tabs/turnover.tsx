import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Turnover } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { sportsQuery } from '#ui/data/sports.ts'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { dateText } from '#ui/lib/time/typed-date.ts'
import { turnoverPath, turnoverQuery } from '../../../api/customers.ts'
import type { DeskSearch } from '../../../model/use-desk-search.ts'
import type { UsersSearch } from '../../../model/users-search.ts'
import { ExportButton } from '../../desk/export-button.tsx'
import { SumTiles } from '../../desk/sum-tiles.tsx'
import type { Column } from '../../desk/table/column.ts'
import { DeskTable } from '../../desk/table/desk-table.tsx'
import { OlderPages } from './transactions.tsx'

type Share = Omit<Turnover['sports'][number], 'sport'> & { readonly key: string; readonly name: string }

const columnsOf = (title: string): readonly Column<Share>[] => [
  { key: 'name', title, isName: true, cell: ({ name }) => <span className="font-medium">{name}</span> },
  { key: 'bets', title: 'Bets', isFigure: true, cell: ({ bets }) => bets },
  { key: 'staked', title: 'Stakes', isFigure: true, cell: ({ staked }) => <Money amount={staked} /> },
  { key: 'returned', title: 'Returns', isFigure: true, cell: ({ returned }) => <Money amount={returned} /> },
  { key: 'profit', title: 'Profit', isFigure: true, cell: ({ profit }) => <Money amount={profit} signed toned /> },
]
const DAY_COLUMNS = columnsOf('Day')
const SPORT_COLUMNS = columnsOf('Sport')
const SEVERAL = 'several'

/**
 * What the bettor staked, got back and made of it, in euros: totals, by sport, and by business day. Without the first
 * reply no totals are shown; for loading, empty and errors of the lists see `DeskTable`.
 */
export function TurnoverPanel({ id, search, onSearch }: DeskSearch<UsersSearch> & { id: string }) {
  const query = useQuery(turnoverQuery(id, search.at))
  const families = useQuery(sportsQuery()).data ?? []
  const titleOf = (sport: string): string =>
    sport === SEVERAL ? customers.severalSports : (families.find(({ key }) => key === sport)?.title ?? sport)
  const days = query.data?.days.map((row) => ({ ...row, key: row.day, name: dateText(row.day) }))
  const sports = query.data?.sports.map((row) => ({ ...row, key: row.sport, name: titleOf(row.sport) }))
  const shown = {
    query,
    rowKey: ({ key }: Share) => key,
    failed: customers.turnoverFailed,
    loading: customers.turnoverLoading,
    empty: { text: customers.noTurnover },
  }
  return (
    <div className="opens-in-order flex flex-col gap-3 pt-3">
      <p className="text-muted text-second">{customers.turnoverHint}</p>
      {(query.data !== undefined || query.isPending) && (
        <SumTiles label={customers.turnoverTotal} sums={query.data?.total} profitLabel={customers.turnoverProfit} />
      )}
      <DeskTable
        {...shown}
        label={customers.bySport}
        columns={SPORT_COLUMNS}
        rows={sports}
        expected={2}
        top={<Heading>{customers.bySport}</Heading>}
      />
      <DeskTable
        {...shown}
        label={customers.byDay}
        columns={DAY_COLUMNS}
        rows={days}
        top={
          <Heading aside={<ExportButton path={turnoverPath(id, { format: 'csv' })} name="turnover.csv" />}>
            {customers.byDay}
          </Heading>
        }
        foot={
          <OlderPages
            isFirst={search.at === undefined}
            next={query.data?.next ?? null}
            onShow={(at) => onSearch({ ...search, at })}
          />
        }
      />
    </div>
  )
}

const Heading = ({ children, aside }: { children: string; aside?: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-2 border-border border-b px-4 py-2">
    <h3 className="font-semibold text-body">{children}</h3>
    {aside}
  </div>
)
