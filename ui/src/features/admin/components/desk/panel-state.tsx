import { ErrorNotice, LoadingText } from '#ui/components/query-state.tsx'
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

/** What stands in place of a part whose code, or whose data, is coming. */
export const OpeningPart = ({ text }: { text: string }) => (
  <div data-opening="">
    <LoadingText>{text}</LoadingText>
    <Skeletons count={6} className="mb-3 h-10" />
  </div>
)

/** What a panel shows until its first reply, or where that failed; nothing beside data. */
export function PanelState({ query: { data, error, isFetching, refetch }, failed, expected }: PanelStateProps) {
  if (data !== undefined) return null
  if (ownError(error) === null)
    return (
      <div className="flow-root">
        <Skeletons count={expected} className="mx-4 my-2.5 h-5" />
      </div>
    )
  return (
    <div className="px-3 pt-3">
      <ErrorNotice message={errorText(error, failed)} busy={isFetching} onRetry={() => refetch()} />
    </div>
  )
}
