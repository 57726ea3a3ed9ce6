import { useQuery } from '@tanstack/react-query'
import { LINE_KIND_NAMES } from '#domain/ledger/line-kinds.ts'
import type { StatementKind, Transaction } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { kindsOf, whatText } from '#ui/model/statement-words.ts'
import { transactionsPath, transactionsQuery } from '../../../api/customers.ts'
import type { DeskSearch } from '../../../model/use-desk-search.ts'
import type { UsersSearch } from '../../../model/users-search.ts'
import { ExportButton } from '../../desk/export-button.tsx'
import { ChoiceFilter, FilterBar } from '../../desk/filters/filter-bar.tsx'
import type { Column } from '../../desk/table/column.ts'
import { DeskTable } from '../../desk/table/desk-table.tsx'
import { useNews } from '../../desk/table/use-news.ts'

const PAGE_SIZE = 25
const RECENT = 6

const keyOf = ({ id }: Transaction) => id

const columns: readonly Column<Transaction>[] = [
  {
    key: 'at',
    title: 'When',
    cell: ({ at }) => (
      <time dateTime={at} className="text-muted">
        {formatDayTime(at)}
      </time>
    ),
  },
  {
    key: 'kind',
    title: customers.kind,
    cell: ({ kind }) => <span className="font-medium">{LINE_KIND_NAMES[kind]}</span>,
  },
  { key: 'what', title: 'What', isWide: true, cell: (line) => line.reason ?? whatText(line) },
  {
    key: 'by',
    title: 'By',
    isNamed: true,
    cell: ({ by }) => by && <span className="text-muted">{by}</span>,
  },
  {
    key: 'amount',
    title: 'Amount',
    isFigure: true,
    cell: ({ amount }) => <Money amount={amount} signed />,
  },
  {
    key: 'balance',
    title: 'Balance after',
    isFigure: true,
    cell: ({ balance }) => <Money amount={balance} className="font-semibold" />,
  },
  {
    key: 'ledger',
    title: 'Ledger',
    isFigure: true,
    cell: ({ number }) => <span className="font-mono text-muted">#{number.toLocaleString('en-IE')}</span>,
  },
]

/** Every line of the account, with the balance after it; in euros. For loading, empty and errors see `DeskTable`. */
export function Transactions({ id, search, onSearch }: DeskSearch<UsersSearch> & { id: string }) {
  const { line: kind, at: before } = search
  const query = useQuery(transactionsQuery(id, { kind, before, limit: PAGE_SIZE }))
  const narrow = (next: StatementKind | undefined) => onSearch({ ...search, line: next, at: undefined })
  return (
    <DeskTable
      label={customers.tabs.transactions}
      columns={columns}
      rows={query.data?.lines}
      rowKey={keyOf}
      query={query}
      failed={customers.transactionsFailed}
      loading={customers.transactionsLoading}
      empty={
        kind === undefined
          ? { text: customers.noTransactions }
          : {
              text: customers.noTransactionsMatch,
              action: <Button onClick={() => narrow(undefined)}>{desk.clear}</Button>,
            }
      }
      top={
        <FilterBar isFiltered={kind !== undefined} onClear={() => narrow(undefined)}>
          <ChoiceFilter
            label={customers.kind}
            all={customers.anyKind}
            value={kind}
            options={kindsOf(false).map((one) => [one, LINE_KIND_NAMES[one]] as const)}
            onChange={narrow}
          />
          <ExportButton path={transactionsPath(id, { kind, format: 'csv' })} name="transactions.csv" />
        </FilterBar>
      }
      foot={
        <OlderPages
          isFirst={before === undefined}
          next={query.data?.next ?? null}
          onShow={(at) => onSearch({ ...search, at })}
        />
      }
    />
  )
}

/** Only links to older lines and to the newest: back is the browser's own button. */
export function OlderPages({
  isFirst,
  next,
  onShow,
}: {
  isFirst: boolean
  next: string | null
  onShow: (at: string | undefined) => void
}) {
  if (isFirst && next === null) return null
  return (
    <div className="flex justify-end gap-2 border-border border-t px-3 py-2">
      <Button size="sm" disabled={isFirst} onClick={() => onShow(undefined)}>
        {customers.newest}
      </Button>
      <Button size="sm" disabled={next === null} onClick={() => onShow(next ?? undefined)}>
        {customers.older}
      </Button>
    </div>
  )
}

/**
 * The latest lines of the account, in euros, for beside a deposit; new ones are highlighted. For loading, empty and
 * errors see `DeskTable`.
 */
export function RecentTransactions({ id, onAll }: { id: string; onAll: () => void }) {
  const query = useQuery(transactionsQuery(id, { limit: RECENT }))
  const isFresh = useNews(query.data?.lines, keyOf)
  return (
    <DeskTable
      label={customers.recent}
      columns={columns}
      rows={query.data?.lines}
      rowKey={keyOf}
      query={query}
      isFresh={isFresh}
      expected={RECENT}
      failed={customers.transactionsFailed}
      loading={customers.transactionsLoading}
      empty={{ text: customers.noTransactions }}
      top={
        <div className="flex flex-wrap items-center justify-between gap-2 border-border border-b px-4 py-2">
          <h3 className="font-semibold text-body">{customers.recent}</h3>
          <Button size="sm" variant="ghost" className="-mr-3" onClick={onAll}>
            {customers.allTransactions}
          </Button>
        </div>
      }
    />
  )
}
