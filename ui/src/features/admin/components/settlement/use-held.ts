import { useCallback, useEffect, useState } from 'react'

export type Hold<Row> = (row: Row, isHeld: boolean) => void

/**
 * The rows of a queue, and below them those that are held though the queue has them no more: what somebody is deciding on stays,
 * whoever was quicker. `keyOf`: always the same function.
 */
export function useHeld<Row>(queued: readonly Row[], keyOf: (row: Row) => string) {
  const [held, setHeld] = useState<ReadonlyMap<string, Row>>(new Map())
  const hold = useCallback<Hold<Row>>(
    (row, isHeld) =>
      setHeld((before) => {
        const after = new Map(before)
        if (isHeld) after.set(keyOf(row), row)
        else after.delete(keyOf(row))
        return after
      }),
    [keyOf],
  )
  const keys = new Set(queued.map(keyOf))
  return { rows: [...queued, ...[...held].flatMap(([key, row]) => (keys.has(key) ? [] : [row]))], hold }
}

/** Keeps the row of a queue as long as it is decided on, or says what became of that. */
export function useHold<Row>(hold: Hold<Row>, row: Row, isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return
    hold(row, true)
    return () => hold(row, false)
  }, [hold, row, isHeld])
}
