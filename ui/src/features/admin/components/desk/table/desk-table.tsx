import { clsx } from 'clsx'
import { useState } from 'react'
import { EmptyNotice, ErrorNotice } from '#ui/components/query-state.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { useMediaQuery } from '#ui/lib/use-media-query.ts'
import { KeyPager, Pager } from '../pager.tsx'
import { ownError } from '../server-lost.ts'
import { TableColumns } from './table-columns.tsx'
import type { DeskTableProps } from './table-props.ts'
import { TableRows } from './table-rows.tsx'

/** Same as `md:` in classes. */
const HAS_COLUMNS = '(width >= 48rem)'

/**
 * A list of the back office. The server sorts, filters and pages it: this shows one page, in columns or, on a phone, in
 * rows, and reports what the user asks for next. Until the first reply, skeletons of `expected` rows. An error comes
 * with a retry, above rows that stay; without an error, no rows are said to be `empty`. An error that the frame reports
 * is not repeated: the skeletons or the rows stay.
 */
export function DeskTable<Row>(props: DeskTableProps<Row>) {
  const { label, rows, query, failed, loading = admin.loading, empty, pages, keys, top, foot } = props
  const hasColumns = useMediaQuery(HAS_COLUMNS)
  const List = hasColumns ? TableColumns<Row> : TableRows<Row>
  const error = ownError(query.error)
  const announcement = useRowAnnouncement(props)
  const isLoading = rows === undefined && error === null
  return (
    <section
      aria-label={label}
      data-opening={isLoading ? '' : undefined}
      className="overflow-hidden rounded-card border border-border bg-surface"
    >
      {top}
      <p role="status" className="sr-only">
        {isLoading ? loading : announcement}
      </p>
      {error !== null && (
        <div className="px-3 pt-3">
          <ErrorNotice message={errorText(error, failed)} busy={query.isFetching} onRetry={() => query.refetch()} />
        </div>
      )}
      {(isLoading || (rows !== undefined && rows.length > 0)) && (
        <div
          aria-busy={query.isFetching || undefined}
          className={clsx('transition-opacity', isLoading && 'opacity-80')}
        >
          <List {...props} />
        </div>
      )}
      {isLoading && (
        <p aria-hidden="true" className="border-border border-t px-4 py-2.5 text-muted text-second">
          {loading}
        </p>
      )}
      {rows?.length === 0 && error === null && (
        <EmptyNotice hint={empty.hint} action={empty.action}>
          {empty.text}
        </EmptyNotice>
      )}
      {rows !== undefined && pages && <Pager label={label} {...pages} />}
      {rows !== undefined && keys && <KeyPager label={label} {...keys} />}
      {rows !== undefined && foot}
    </section>
  )
}

/**
 * Tells screen readers how many rows a new filter, order or page has. Rows that come and go by themselves are not
 * announced.
 */
function useRowAnnouncement<Row>({ rows, query }: DeskTableProps<Row>): string {
  const isAsking = query.isPlaceholderData === true
  const [last, setLast] = useState({ isAsking, announced: '' })
  if (last.isAsking !== isAsking) {
    setLast({ isAsking, announced: isAsking || rows === undefined ? '' : desk.rowsShown(rows.length) })
  }
  return last.announced
}
