import { useState } from 'react'

export type Kept<Row> = {
  /** In the order in which they came; `hasLeft`: the queue has it no more. */
  readonly rows: readonly { readonly key: string; readonly row: Row; readonly hasLeft: boolean }[]
  /** How many came since, and how many left. */
  readonly news: number
  readonly left: number
  /** Shows the queue as it is. */
  readonly update: () => void
}

/**
 * The rows of a queue as they were first seen, each as it is by now: what comes and goes by itself moves no row under the pointer,
 * and what somebody is deciding on stays. The person says when to look anew. Undefined `queued`: not known yet.
 */
export function useKept<Row>(queued: readonly Row[] | undefined, keyOf: (row: Row) => string): Kept<Row> {
  const [seen, setSeen] = useState<ReadonlyMap<string, Row> | null>(null)
  if (queued === undefined) return { rows: [], news: 0, left: 0, update: () => undefined }
  const now = new Map(queued.map((row) => [keyOf(row), row]))
  if (seen === null) setSeen(now)
  const kept = seen ?? now
  const rows = [...kept].map(([key, row]) => ({ key, row: now.get(key) ?? row, hasLeft: !now.has(key) }))
  return {
    rows,
    news: [...now.keys()].filter((key) => !kept.has(key)).length,
    left: rows.filter(({ hasLeft }) => hasLeft).length,
    update: () => setSeen(now),
  }
}
