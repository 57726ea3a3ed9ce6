import type { ReactNode } from 'react'

/** One fact of each row. On a phone the facts stand below each other in the same order. */
export type Column<Row> = {
  /** Also the name of the order in the address, where the list can be sorted by it. */
  readonly key: string
  readonly title: string
  /** What the title means, where one word cannot say it. */
  readonly hint?: string
  /** Null where there is nothing: a dash in columns, left out on a phone. */
  readonly cell: (row: Row) => ReactNode
  /** Figures stand at the right, and keep their title on a phone. */
  readonly isFigure?: boolean
  /** Buttons: at the right, under a title that stands there too; on a phone a line of their own. */
  readonly isAction?: boolean
  /** The server sorts by it. */
  readonly sorts?: boolean
  /** Takes what the others leave, and a line of its own on a phone. */
  readonly isWide?: boolean
  /** What the row is known by, a word or two: its share of the width, where all that is left would part it from its figures. */
  readonly isName?: boolean
  /** On a phone its title stands before it, as a figure's does. */
  readonly isNamed?: boolean
}

/** 'stake' ascending, '-stake' descending; undefined in the list's own order. */
export type Sort = string | undefined

export const directionOf = (sort: Sort, key: string): 'ascending' | 'descending' | null =>
  sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : null

/** What a press on a column's title leads to: descending at first, as the largest and the newest are looked for. */
export const nextSort = (sort: Sort, key: string): string => (directionOf(sort, key) === 'descending' ? key : `-${key}`)
