import { useQuery } from '@tanstack/react-query'
import { FLOAT_KIND_NAMES } from '#domain/float/float-kinds.ts'
import type { FloatLine } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { ownFloat as texts } from '#ui/lib/messages/desk/own-float.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { floatQuery } from '../../api/float.ts'
import type { OwnFloatSearch } from '../../model/section-searches.ts'
import type { DeskSearch } from '../../model/use-desk-search.ts'
import { DayFilter } from '../desk/filters/date-filter.tsx'
import { FilterBar } from '../desk/filters/filter-bar.tsx'
import { numberText, Sentence } from '../desk/sentence.tsx'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'

const PAGE_SIZE = 50
const { columns: titles } = texts

const COLUMNS: readonly Column<FloatLine>[] = [
  {
    key: 'at',
    title: titles.at,
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap text-muted">
        {formatDayTime(at)}
      </time>
    ),
  },
  {
    key: 'kind',
    title: titles.kind,
    cell: ({ kind }) => <span className="font-medium">{FLOAT_KIND_NAMES[kind]}</span>,
  },
  { key: 'what', title: titles.what, isWide: true, cell: ({ what }) => <Sentence what={what} /> },
  { key: 'reason', title: titles.reason, cell: ({ reason }) => reason && <span className="text-muted">{reason}</span> },
  { key: 'amount', title: titles.amount, isFigure: true, cell: ({ amount }) => <Money amount={amount} signed /> },
  {
    key: 'after',
    title: titles.after,
    isFigure: true,
    cell: ({ balance }) => <Money amount={balance} className="font-semibold" />,
  },
  {
    key: 'ledger',
    title: titles.ledger,
    isFigure: true,
    cell: ({ number }) => <span className="font-mono text-muted">{numberText(number)}</span>,
  },
]

/**
 * Every line of the admin's own float, with the balance after it, in euros; filtered by days. For loading, empty and
 * errors see `DeskTable`.
 */
export function FloatLines({ search, onSearch }: DeskSearch<OwnFloatSearch>) {
  const { from, to, key } = search
  const query = useQuery(floatQuery(search))
  const isFiltered = from !== undefined || to !== undefined
  const narrow = (change: Pick<OwnFloatSearch, 'from' | 'to'>) => onSearch({ ...search, ...change, key: undefined })
  return (
    <DeskTable
      label={texts.lines}
      columns={COLUMNS}
      rows={query.data?.lines}
      rowKey={({ id }) => id}
      query={query}
      expected={PAGE_SIZE}
      failed={texts.linesFailed}
      empty={
        isFiltered || key !== undefined
          ? { text: texts.noLinesMatch }
          : { text: texts.noLines, hint: texts.noLinesHint }
      }
      keys={{
        newer: key === undefined ? null : '',
        older: query.data?.next ?? null,
        onKey: (next) => onSearch({ ...search, key: next || undefined }),
      }}
      top={
        <>
          <h2 className="px-4 pt-2.5 text-section">{texts.lines}</h2>
          <FilterBar isFiltered={isFiltered} onClear={() => narrow({ from: undefined, to: undefined })}>
            <DayFilter label={texts.from} value={from} onChange={(day) => narrow({ from: day })} />
            <DayFilter label={texts.to} value={to} onChange={(day) => narrow({ to: day })} />
          </FilterBar>
        </>
      }
    />
  )
}
