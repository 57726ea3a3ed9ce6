import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ROLE_NAMES } from '#domain/role-names.ts'
import type { AccountBalance, Balances } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { balanceTexts as texts } from '#ui/lib/messages/desk/audit.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { balancesPath, balancesQuery } from '../../api/audit.ts'
import { balancesSearch } from '../../model/section-searches.ts'
import { useDeskSearch } from '../../model/use-desk-search.ts'
import { DeskPage } from '../desk/desk-page.tsx'
import { ExportButton } from '../desk/export-button.tsx'
import { MomentFilter } from '../desk/filters/date-filter.tsx'
import { FilterBar, TextFilter } from '../desk/filters/filter-bar.tsx'
import { numberText } from '../desk/sentence.tsx'
import { ownError } from '../desk/server-lost.ts'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { Tile, Tiles } from '../desk/tiles.tsx'

const PAGE_SIZE = 50
const TOTALS = [
  'wallets',
  'floats',
  'stakes',
  'houseProfit',
  'owed',
  'transit',
  'grants',
  'goodwill',
  'treasury',
] as const

const COLUMNS: readonly Column<AccountBalance>[] = [
  {
    key: 'name',
    title: texts.columns.name,
    isName: true,
    cell: ({ id, name }) => (
      <Link to="/admin/audit" search={{ of: id }} className="rounded-sm font-medium hover:underline touch-around">
        {name}
      </Link>
    ),
  },
  { key: 'role', title: texts.columns.role, cell: ({ role }) => ROLE_NAMES[role] },
  {
    key: 'balance',
    title: texts.columns.balance,
    isFigure: true,
    cell: ({ balance }) => <Money amount={balance} className="font-semibold" />,
  },
  { key: 'owed', title: texts.columns.owed, isFigure: true, cell: ({ owed }) => <Money amount={owed} /> },
  {
    key: 'number',
    title: texts.columns.number,
    isFigure: true,
    cell: ({ number }) => (number === null ? null : <span className="font-mono text-muted">{numberText(number)}</span>),
  },
]

/**
 * The balances of all accounts and of the house at a moment, in euros. The totals are left out if they cannot be
 * loaded; for loading, empty and errors of the list see `DeskTable`.
 */
export function BalancesPage() {
  const { search, onSearch } = useDeskSearch(balancesSearch)
  const query = useQuery(balancesQuery(search))
  const { at, name } = search
  const { data, error, isLoadingError } = query
  return (
    <DeskPage
      section="balances"
      hint={data && momentText(data)}
      actions={<ExportButton path={balancesPath(search, 'csv')} name="balances.csv" />}
    >
      {!(isLoadingError && ownError(error) !== null) && (
        <Tiles label={texts.totals} count={TOTALS.length}>
          {TOTALS.map((kind) => (
            <Tile key={kind} label={texts[kind]}>
              {data && <Money amount={data.totals[kind]} />}
            </Tile>
          ))}
        </Tiles>
      )}
      <DeskTable
        label={texts.accounts}
        columns={COLUMNS}
        rows={data?.accounts}
        rowKey={({ id }) => id}
        query={query}
        failed={texts.failed}
        expected={PAGE_SIZE}
        empty={{ text: texts.none }}
        keys={{
          newer: null,
          older: data?.next ?? null,
          onKey: (after) => onSearch({ ...search, after }),
          isOrdered: true,
        }}
        top={
          <FilterBar isFiltered={at !== undefined || name !== undefined} onClear={() => onSearch({})}>
            <MomentFilter
              label={texts.at}
              value={at}
              onChange={(at) => onSearch({ ...search, at, after: undefined })}
            />
            <TextFilter
              label={texts.name}
              value={name}
              maxLength={32}
              onChange={(name) => onSearch({ ...search, name, after: undefined })}
            />
          </FilterBar>
        }
        foot={<p className="border-border border-t px-4 py-2.5 text-muted text-second">{texts.balanced}</p>}
      />
    </DeskPage>
  )
}

const momentText = ({ number, at }: Balances): string =>
  number < 0 ? texts.beforeAll : texts.asOf(numberText(number), formatDayTime(at))
