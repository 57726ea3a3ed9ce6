import { useState } from 'react'
import { type Pages, pageCount, type TurnPage, useLastPage } from '../../desk/pager.tsx'

/** `hasLeft`: no longer in the queue. */
export type KeptRow<Row> = { readonly key: string; readonly row: Row; readonly hasLeft: boolean }
export type Kept<Row> = {
  /** In the order in which they were first seen. */
  readonly rows: readonly KeptRow<Row>[]
  /** How many rows came since, and how many left. */
  readonly news: number
  readonly left: number
  /** Shows the queue as it is now. */
  readonly update: () => void
}

/**
 * The rows of a queue as first seen, each with its current data. Rows that come and go by themselves move nothing under
 * the pointer, and one that is being decided stays; the user says when to update. `queued` undefined: not known yet.
 * `page`: the page that the rows belong to; another page is shown as it is.
 */
function useKept<Row>(
  queued: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
  page: number | null = null,
): Kept<Row> {
  const [seen, setSeen] = useState<{ readonly page: number | null; readonly rows: ReadonlyMap<string, Row> } | null>(
    null,
  )
  if (queued === undefined) return { rows: [], news: 0, left: 0, update: () => undefined }
  const now = new Map(queued.map((row) => [keyOf(row), row]))
  const show = () => setSeen({ page, rows: now })
  const isOther = seen === null || seen.page !== page
  if (isOther) show()
  const kept = isOther ? now : seen.rows
  const rows = [...kept].map(([key, row]) => ({ key, row: now.get(key) ?? row, hasLeft: !now.has(key) }))
  return {
    rows,
    news: [...now.keys()].filter((key) => !kept.has(key)).length,
    left: rows.filter(({ hasLeft }) => hasLeft).length,
    update: show,
  }
}

export type KeptPage<Row> = Kept<Row> & { readonly pages: Pages }

type Listed = { readonly total: number; readonly page: number; readonly pageSize: number }
type Paging = {
  /** The page in the address. */
  readonly page: number
  readonly onPage: TurnPage
}

/**
 * A page of a queue as first seen (see `useKept`), and how to turn its pages. The pager stays as long as rows that have
 * left: without it, the content below would move up under the pointer. `rows` undefined: not known yet, or not
 * loadable; the pages before it still exist.
 */
export function useKeptPage<Row>(
  list: Listed | undefined,
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
  { page, onPage }: Paging,
): KeptPage<Row> {
  const kept = useKept(rows, keyOf, list?.page)
  const last = list === undefined ? 1 : pageCount(list.total, list.pageSize)
  const [shown, setShown] = useState(last)
  const isOld = kept.news + kept.left > 0
  if (!isOld && shown !== last) setShown(last)
  useLastPage({ page, onPage, last: list?.page === page ? last : undefined, isEmpty: kept.rows.length === 0 })
  return { ...kept, pages: { page, pages: Math.max(page, last, isOld ? shown : 1), onPage } }
}
