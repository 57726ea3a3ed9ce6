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
  /** Shown if the server sent no text of its own. */
  failed: string
  /** The number of rows to expect. */
  expected: number
}

/** In place of a part whose code or data is loading. */
export const OpeningPart = ({ text }: { text: string }) => (
  <div data-opening="">
    <LoadingText>{text}</LoadingText>
    <Skeletons count={6} className="mb-3 h-10" />
  </div>
)

/**
 * The state of a panel without data: skeletons while loading, and while the frame reports the error; any other error
 * with a retry. Nothing once it has data.
 */
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
