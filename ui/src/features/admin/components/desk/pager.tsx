import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { desk } from '#ui/lib/messages/admin-desk.ts'

/** A list with numbered pages. */
export type Pages = { readonly page: number; readonly pages: number; readonly onPage: (page: number) => void }

/** A list that is paged by key: the keys of the pages before and after, null if there is none. */
export type Keys = {
  readonly newer: string | null
  readonly older: string | null
  readonly onKey: (key: string) => void
  /** To the ends of the list, if the server supports it. */
  readonly onFirst?: () => void
  readonly onLast?: () => void
  /** False in any order but that of time, where the pages are not newer and older. */
  readonly isOrdered?: boolean
  /** What the page shows: '1 to 10 of 1,284'. */
  readonly range?: ReactNode
}

type PagerProps = {
  /** What the pages list: 'Users'. */
  label: string
}

/** Buttons to the previous and the next page; nothing for a single page. */
export function Pager({ label, page, pages, onPage }: PagerProps & Pages) {
  if (pages < 2) return null
  return (
    <Line label={label}>
      <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        {desk.previous}
      </Button>
      <p className="text-muted text-second" aria-live="polite">
        {desk.pageOf(page, pages)}
      </p>
      <Button size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {desk.next}
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </Line>
  )
}

/** Buttons to the pages before and after, and the range of this one; nothing if there is neither. */
export function KeyPager({ label, newer, older, onKey, onFirst, onLast, range, isOrdered = false }: PagerProps & Keys) {
  if (newer === null && older === null && range === undefined) return null
  return (
    <Line label={label}>
      <p className="mr-auto text-muted text-second max-sm:basis-full" aria-live="polite">
        {range}
      </p>
      {(newer !== null || older !== null) && (
        <>
          {onFirst && (
            <Button size="sm" disabled={newer === null} onClick={onFirst}>
              {desk.first}
            </Button>
          )}
          <Button size="sm" disabled={newer === null} onClick={() => newer !== null && onKey(newer)}>
            {isOrdered ? desk.previous : desk.newer}
          </Button>
          <Button size="sm" disabled={older === null} onClick={() => older !== null && onKey(older)}>
            {isOrdered ? desk.next : desk.older}
          </Button>
          {onLast && (
            <Button size="sm" disabled={older === null} onClick={onLast}>
              {desk.last}
            </Button>
          )}
        </>
      )}
    </Line>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav
    aria-label={desk.pagesOf(label)}
    className="flex flex-wrap items-center justify-between gap-2 border-border border-t px-4 py-2"
  >
    {children}
  </nav>
)

/** At least 1, and 1 if the total is missing: an api of the previous version may not send it. */
export const pageCount = (total: number, pageSize: number): number =>
  Math.max(1, Math.ceil(total / Math.max(1, pageSize)) || 1)

export type TurnPage = (page: number, options?: { readonly replace: boolean }) => void

/**
 * Replaces a page beyond the last one, whose rows are gone or whose address is old, with the last. `last` undefined:
 * not known for this page.
 */
export function useLastPage({
  page,
  last,
  isEmpty,
  onPage,
}: {
  readonly page: number
  readonly last: number | undefined
  readonly isEmpty: boolean
  readonly onPage: TurnPage
}): void {
  const isBeyond = last !== undefined && page > last && isEmpty
  // biome-ignore lint/correctness/useExhaustiveDependencies: onPage is a new function at every render
  useEffect(() => {
    if (isBeyond) onPage(last, { replace: true })
  }, [isBeyond, last])
}
