import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment } from 'react'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { type Column, directionOf, nextSort } from './column.ts'
import { type DeskTableProps, rowClick, tint } from './table-props.ts'

const EXPECTED = 10

const alignment = ({ isFigure, isAction }: Column<never>) => (isFigure || isAction ? 'text-right' : 'text-left')
const room = ({ isWide, isName }: Column<never>) =>
  isWide ? 'w-full min-w-56' : isName ? 'min-w-40' : 'whitespace-nowrap'

/** A page of a list on a wide screen. */
export function TableColumns<Row>(props: DeskTableProps<Row>) {
  const { label, columns, rows, rowKey, total, expected = EXPECTED, detail } = props
  return (
    <section
      aria-label={`${label}, table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard too
      tabIndex={0}
      className="overflow-x-auto outline-offset-[-2px]"
    >
      <table className="w-full text-second">
        <thead className="bg-inset">
          <tr>
            {columns.map((column) =>
              rows === undefined ? (
                // The rows decide the widths and would move a title; a skeleton does not count as moved.
                <th key={`${column.key} expected`} scope="col" className="h-9 px-4">
                  <span className="sr-only">{column.title}</span>
                  <Skeleton className="h-3 w-full min-w-10" />
                </th>
              ) : (
                <HeadCell key={column.key} column={column} {...props} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows === undefined &&
            Array.from({ length: expected }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all equal and never reordered
              <tr key={place} className="border-border border-t">
                {columns.map(({ key }) => (
                  <td key={key} className="h-9 px-4 first:pl-4">
                    <Skeleton className="h-4 w-full min-w-10" />
                  </td>
                ))}
              </tr>
            ))}
          {rows?.map((row) => {
            const more = detail?.(row) ?? null
            return (
              <Fragment key={rowKey(row)}>
                <tr
                  className={clsx('relative border-border border-t', tint(row, props), props.onRow && 'cursor-pointer')}
                  {...rowClick(row, props)}
                >
                  <Cells columns={columns} row={row} />
                </tr>
                {more !== null && (
                  <tr className="border-border border-t bg-inset">
                    <td colSpan={columns.length} className="px-4 py-3">
                      {more}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
        {total !== undefined && (
          <tfoot>
            <tr className="border-strong border-t font-semibold">
              <Cells columns={columns} row={total} />
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

const Cells = <Row,>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) =>
  columns.map((column) => (
    <td key={column.key} className={clsx('h-9 px-3 py-1.5 first:pl-4 last:pr-4', alignment(column), room(column))}>
      {column.cell(row) ?? <span className="text-muted">–</span>}
    </td>
  ))

function HeadCell<Row>({ column, sort, onSort }: DeskTableProps<Row> & { column: Column<Row> }) {
  const direction = directionOf(sort, column.key)
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      title={column.hint}
      aria-sort={direction ?? undefined}
      className={clsx('h-9 whitespace-nowrap px-3 font-medium text-muted first:pl-4 last:pr-4', alignment(column))}
    >
      {column.sorts && onSort ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(sort, column.key))}
          className={clsx(
            'inline-flex items-center gap-1 rounded-sm align-middle font-medium hover:text-text touch',
            column.isFigure && 'flex-row-reverse',
            direction !== null && 'text-text',
          )}
        >
          {column.title}
          <Arrow aria-hidden="true" className={clsx('size-3.5', direction === null && 'opacity-0')} />
        </button>
      ) : (
        column.title
      )}
    </th>
  )
}
