import { useEffect, useRef, useState } from 'react'
import { FEEDBACK_MS } from '../feedback.tsx'

const NONE: ReadonlySet<string> = new Set()

/**
 * The `isFresh` of a table: which rows appeared while it was shown, as those of an action do, for as long as feedback
 * is shown. Use it for one unchanging list: another page or filter would make all rows new.
 */
export function useNews<Row>(rows: readonly Row[] | undefined, rowKey: (row: Row) => string): (row: Row) => boolean {
  const [news, setNews] = useState(NONE)
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (rows === undefined) return
    const before = known.current
    known.current = new Set(rows.map(rowKey))
    const came = before === null ? NONE : known.current.difference(before)
    if (came.size > 0) setNews(came)
  }, [rows, rowKey])
  useEffect(() => {
    if (news.size === 0) return
    const timer = setTimeout(() => setNews(NONE), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [news])
  return (row) => news.has(rowKey(row))
}
