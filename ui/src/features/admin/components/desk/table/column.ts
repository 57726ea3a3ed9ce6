import type { ReactNode } from 'react'

/** One fact of each row. On a phone the facts are below each other, in the same order. */
export type Column<Row> = {
  /** Also the name of the order in the address, if the list can be sorted by it. */
  readonly key: string
  readonly title: string
  /** What the title means, if one word cannot say it. */
  readonly hint?: string
  /** Null if there is nothing: a dash in columns, left out on a phone. */
  readonly cell: (row: Row) => ReactNode
  /** Figures are right-aligned, and keep their title on a phone. */
  readonly isFigure?: boolean
  /** Buttons: right-aligned, with their title; on a phone on a line of their own. */
  readonly isAction?: boolean
  /** Whether the server can sort by it. */
  readonly sorts?: boolean
  /** Takes the remaining width, and a line of its own on a phone. */
  readonly isWide?: boolean
  /**
   * The name of the row, a word or two. All of the remaining width, as for `isWide`, would separate it from its
   * figures; on a phone it has a line of its own.
   */
  readonly isName?: boolean
  /** Keeps its title on a phone, as figures do. */
  readonly isNamed?: boolean
}

/** 'stake' ascending, '-stake' descending; undefined in the list's own order. */
export type Sort = string | undefined

export const directionOf = (sort: Sort, key: string): 'ascending' | 'descending' | null =>
  sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : null

/**
 * The order after a press on a column's title: first descending, because people look for the largest and the newest.
 */
export const nextSort = (sort: Sort, key: string): string => (directionOf(sort, key) === 'descending' ? key : `-${key}`)
