import type { ReactNode } from 'react'
import type { Keys, Pages } from '../pager.tsx'
import type { Column, Sort } from './column.ts'

export type DeskTableProps<Row> = {
  /** What it lists: 'Bets'. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined until the first reply. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The total of all rows, as the last row. */
  total?: Row | undefined
  /** The query that loads the rows. */
  query: {
    readonly error: unknown
    readonly isFetching: boolean
    /** True while the rows are those of the previous filter, order or page. */
    readonly isPlaceholderData?: boolean
    readonly refetch: () => unknown
  }
  /** Shown if the server sent no text of its own. */
  failed?: string
  loading?: string
  /** The number of rows of the skeleton: a full page. */
  expected?: number
  sort?: Sort
  /** Set if the server sorts. */
  onSort?: (sort: string) => void
  empty: { readonly text: string; readonly hint?: ReactNode; readonly action?: ReactNode }
  pages?: Pages
  keys?: Keys
  /** Whether the row is open beside the table, or expanded. */
  isSelected?: (row: Row) => boolean
  /** Whether the last action added or changed the row. */
  isFresh?: (row: Row) => boolean
  /** Called for a click on the row outside its links and buttons. The row must have a button that does the same. */
  onRow?: (row: Row) => void
  /** Below a row, across all columns; null if it is collapsed. */
  detail?: (row: Row) => ReactNode
  /** Between the upper edge of the card and the rows: heading, filters. */
  top?: ReactNode
  /** Below the pager, such as a total or a checkpoint. */
  foot?: ReactNode
}

const OWN = 'a, button, input, select, label, summary, [role="dialog"]'

/** The click handler of a row, for clicks outside its links and buttons, and not while text is being selected. */
export const rowClick = <Row>(row: Row, { onRow }: DeskTableProps<Row>) =>
  onRow && {
    onClick: ({ target }: { target: EventTarget }) => {
      if ((target as Element).closest(OWN) === null && getSelection()?.isCollapsed !== false) onRow(row)
    },
  }

/** The tint of rows that the last action added or changed. */
export const FRESH = 'bg-[color-mix(in_srgb,var(--accent)_10%,transparent)]'

/** The last action's rows have a tint of the accent colour, an open row stands out. */
export const tint = <Row>(row: Row, { isSelected, isFresh }: DeskTableProps<Row>): string | undefined =>
  isFresh?.(row) ? FRESH : isSelected?.(row) ? 'bg-raised shadow-[inset_3px_0_0_var(--accent)]' : undefined
