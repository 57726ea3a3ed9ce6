import { useState } from 'react'
import type { AuditPage } from '#services/contract/contract.ts'

type Kept<Page> = {
  readonly path: string
  readonly page: Page
  /** It was asked for anew: what comes next is shown. */
  readonly follows: boolean
}

type Asked<Page> = {
  readonly data: Page | undefined
  readonly isFetchedAfterMount: boolean
  readonly isPlaceholderData: boolean
}

/** How many lines came since. */
const newIn = ({ lines }: AuditPage, before: AuditPage): number => {
  const newest = before.lines[0]?.number
  return newest === undefined ? 0 : lines.filter(({ number }) => number > newest).length
}

/**
 * The newest page as somebody reads it: lines that come meanwhile wait until they are asked for, in place of pushing down what is
 * being read. `path` is what it was asked by; other pages have their ends, where nothing comes.
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
    /** Somebody asks for the page anew. */
    follow: () => setKept((before) => before && { ...before, follows: true }),
  }
}
