import { useState } from 'react'
import type { AuditPage } from '#services/contract/contract.ts'

type Kept<Page> = {
  readonly path: string
  readonly page: Page
  /** The page was reloaded on request: its next data is shown at once. */
  readonly follows: boolean
}

type Asked<Page> = {
  readonly data: Page | undefined
  readonly isFetchedAfterMount: boolean
  readonly isPlaceholderData: boolean
}

/** How many lines are new. */
const newIn = ({ lines }: AuditPage, before: AuditPage): number => {
  const newest = before.lines[0]?.number
  return newest === undefined ? 0 : lines.filter(({ number }) => number > newest).length
}

/**
 * The newest page of a trail, kept still while it is read: new lines wait until they are asked for, instead of pushing
 * down what is being read. `path` identifies the query. Other pages do not change, so only the newest is kept.
 */
export function useWaitingLines<Page extends AuditPage>(query: Asked<Page>, path: string, isNewest: boolean) {
  const [kept, setKept] = useState<Kept<Page> | null>(null)
  const now = isNewest && query.isFetchedAfterMount && !query.isPlaceholderData ? query.data : undefined
  const seen = kept?.path === path ? kept : null
  const waiting = now === undefined || seen === null || seen.follows ? 0 : newIn(now, seen.page)
  if (now !== undefined && seen?.page !== now && waiting === 0) setKept({ path, page: now, follows: false })
  return {
    page: waiting > 0 && seen !== null ? seen.page : query.data,
    waiting,
    show: () => now && setKept({ path, page: now, follows: false }),
    /** Call when the user reloads the page. */
    follow: () => setKept((before) => before && { ...before, follows: true }),
  }
}
