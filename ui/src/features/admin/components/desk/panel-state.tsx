import { ErrorNotice } from '#ui/components/query-state.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { ownError } from './server-lost.ts'

type PanelStateProps = {
  query: {
    readonly data: unknown
    readonly error: unknown
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  /** In place of the server's own words, where it sent none. */
  failed: string
  /** How many rows it is going to have. */
  expected: number
}

/** What a panel shows until its first reply, or where that failed; nothing beside data. */
export function PanelState({ query: { data, error, isFetching, refetch }, failed, expected }: PanelStateProps) {
  if (data !== undefined) return null
  if (ownError(error) === null) return <Skeletons count={expected} className="mx-4 my-2.5 h-5" />
  return (
    <div className="px-3 pt-3">
      <ErrorNotice message={errorText(error, failed)} busy={isFetching} onRetry={() => refetch()} />
    </div>
  )
}
