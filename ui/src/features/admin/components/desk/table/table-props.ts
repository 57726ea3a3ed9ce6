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
  /** What all rows come to, as the last row. */
  total?: Row | undefined
  /** Of the query that brought the rows. */
  query: {
    readonly error: unknown
    readonly isFetching: boolean
    /** While the rows are those of the question before. */
    readonly isPlaceholderData?: boolean
    readonly refetch: () => unknown
  }
  /** In place of the server's own words, where it sent none. */
  failed?: string
  loading?: string
  /** How many rows the skeleton has: a full page. */
  expected?: number
  sort?: Sort
  /** Where the server sorts. */
  onSort?: (sort: string) => void
  empty: { readonly text: string; readonly hint?: ReactNode; readonly action?: ReactNode }
  pages?: Pages
  keys?: Keys
  /** The row that is open beside the table, or whose details are shown. */
  isSelected?: (row: Row) => boolean
  /** The row that the last action made or changed. */
  isFresh?: (row: Row) => boolean
  /** A click on the row, where it hits no link or button of it: the row has a button that does the same. */
  onRow?: (row: Row) => void
  /** Below a row, across all columns; null where it is closed. */
  detail?: (row: Row) => ReactNode
  /** Between the card's upper edge and the rows: its heading, its filters. */
  top?: ReactNode
  /** Below the pages, as a total or a checkpoint. */
  foot?: ReactNode
}

const OWN = 'a, button, input, select, label, summary, [role="dialog"]'

/** What a row does when it is clicked beside its links and buttons, and no text of it is being selected. */
export const rowClick = <Row>(row: Row, { onRow }: DeskTableProps<Row>) =>
  onRow && {
    onClick: ({ target }: { target: EventTarget }) => {
      if ((target as Element).closest(OWN) === null && getSelection()?.isCollapsed !== false) onRow(row)
    },
  }

/** Of what the last action made or changed. */
export const FRESH = 'bg-[color-mix(in_srgb,var(--accent)_10%,transparent)]'

/** A row that the last action changed has the accent's tint, one that is open stands out. */
export const tint = <Row>(row: Row, { isSelected, isFresh }: DeskTableProps<Row>): string | undefined =>
  isFresh?.(row) ? FRESH : isSelected?.(row) ? 'bg-raised shadow-[inset_3px_0_0_var(--accent)]' : undefined
