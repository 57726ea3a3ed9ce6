import { useEffect, useRef, useState } from 'react'
import { FEEDBACK_MS } from '../feedback.tsx'

const NONE: ReadonlySet<string> = new Set()

/**
 * `isFresh` of a table: which rows came while it was looked at, as what an action made does, for as long as the action's feedback is
 * shown. Of one list; another page or filter would be all news.
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
