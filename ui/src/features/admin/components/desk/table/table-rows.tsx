import { clsx } from 'clsx'
import { Select } from '#ui/components/ui/select.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import type { Column } from './column.ts'
import { type DeskTableProps, rowClick, tint } from './table-props.ts'

const EXPECTED = 10

/** A page of a list on a phone: each row's facts in the order of the columns. */
export function TableRows<Row>(props: DeskTableProps<Row>) {
  const { label, columns, rows, rowKey, total, expected = EXPECTED, detail } = props
  return (
    <>
      <SortChoice {...props} />
      <ul aria-label={label}>
        {rows === undefined && <ExpectedRows count={expected} />}
        {rows?.map((row) => {
          const more = detail?.(row) ?? null
          return (
            <li key={rowKey(row)} className={clsx(rowStyle, tint(row, props))}>
              <div {...rowClick(row, props)}>
                <Facts columns={columns} row={row} />
              </div>
              {more !== null && <div className="mt-2 rounded-control border border-border bg-inset p-3">{more}</div>}
            </li>
          )
        })}
        {total !== undefined && (
          <li className="border-strong border-t px-4 py-2.5 font-semibold">
            <Facts columns={columns} row={total} />
          </li>
        )}
      </ul>
    </>
  )
}

const rowStyle = 'relative border-border border-t px-4 py-2.5 first:border-t-0'

/** Skeletons about as high as most rows: only their number is known. */
const ExpectedRows = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all equal and never reordered
    <li key={place} className={rowStyle}>
      <Skeleton className="h-14" />
    </li>
  ))

const Facts = <Row,>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) => (
  <dl className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-second">
    {columns.map((column) => (
      <Fact key={column.key} column={column} row={row} />
    ))}
  </dl>
)

function Fact<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { title, isFigure = false, isNamed = isFigure, isName = false, isAction = false } = column
  const isWide = column.isWide === true || isName
  const content = column.cell(row)
  if (content === null) return null
  return (
    <div className={clsx('min-w-0 [overflow-wrap:anywhere]', (isWide || isAction) && 'basis-full', isAction && 'pt-1')}>
      <dt className={isNamed ? 'mr-1.5 inline text-muted' : 'sr-only'}>{title}</dt>
      <dd className={isWide ? 'text-body' : 'inline'}>{content}</dd>
    </div>
  )
}

function SortChoice<Row>({ columns, sort, onSort }: DeskTableProps<Row>) {
  const sorting = columns.filter(({ sorts }) => sorts)
  if (!onSort || sorting.length === 0) return null
  return (
    <div className="flex border-border border-b px-4 py-2">
      <Select
        label={desk.sort}
        value={sort ?? ''}
        options={[
          ...(sort === undefined ? [['', `${desk.sort}: ${desk.unsorted}`] as const] : []),
          ...sorting.flatMap(({ key, title }) => [
            [`-${key}`, desk.descending(title)] as const,
            [key, desk.ascending(title)] as const,
          ]),
        ]}
        onChange={(next) => next !== '' && onSort(next)}
      />
    </div>
  )
}
