import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { errorText } from '#ui/lib/http/api-error.ts'
import { messages } from '#ui/lib/messages.ts'
import { Button } from './ui/button.tsx'

/** The part of a `useQuery` result that decides what is shown. */
type QueryView<Data> = {
  data: Data | undefined
  error: unknown
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

/**
 * Whether the frame of the page already reports this error. A query without data then keeps showing its loading state.
 */
export const ReportedElsewhere = createContext<(error: unknown) => boolean>(() => false)

type QueryStateProps<Data> = {
  query: QueryView<Data>
  /** Shown and announced until there is data. */
  loading: string
  skeleton: ReactNode
  /** By default, whether the data is an empty array. */
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  /** The text for an error; by default the error's own message. */
  errorMessage?: (error: unknown) => string
  children: (data: Data) => ReactNode
}

/**
 * The loading, empty, error and data states, the same everywhere. Until the first reply, the skeleton with the loading
 * text; if that fails, the error with a retry in its place, or still the skeleton if the frame reports the error (see
 * `ReportedElsewhere`). When a refetch fails, the old data stays below the error. An empty list beside an error is not
 * called empty, because it may no longer be.
 */
export function QueryState<Data>(props: QueryStateProps<Data>) {
  const {
    query,
    loading,
    skeleton,
    isEmpty = isEmptyList,
    empty = null,
    errorMessage = (error) => errorText(error),
    children,
  } = props
  const isReported = useContext(ReportedElsewhere)(query.error)
  const error =
    query.error && !isReported ? (
      <ErrorNotice message={errorMessage(query.error)} busy={query.isFetching} onRetry={() => query.refetch()} />
    ) : null
  if (query.data === undefined) {
    if (error) return error
    return (
      <div data-opening="" className="relative">
        <LoadingText overlay>{loading}</LoadingText>
        {skeleton}
      </div>
    )
  }
  return (
    <>
      {error}
      {!isEmpty(query.data) ? children(query.data) : error ? null : empty}
    </>
  )
}

const isEmptyList = (data: unknown): boolean => Array.isArray(data) && data.length === 0

/** `overlay`: on top of the skeleton, so that nothing moves when the data arrives. */
export function LoadingText({ children, overlay = false }: { children: string; overlay?: boolean }) {
  return (
    <p role="status" className={clsx('text-muted text-second', overlay ? 'absolute top-1.5 left-4 z-10' : 'pb-3')}>
      {children}
    </p>
  )
}

/** One line of text and at most one action, in place of the content. Has a dashed frame, except inside a card. */
export function EmptyNotice({ children, hint, action }: { children: ReactNode; hint?: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center justify-center gap-1.5 rounded-card border border-border border-dashed in-card:border-0 px-6 py-9 text-center">
      <p className="font-medium text-body text-text">{children}</p>
      {hint && <p className="text-muted text-second">{hint}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

/** An error, announced as an alert, with a retry if `onRetry` is passed. */
export function ErrorNotice({
  message,
  busy = false,
  onRetry,
}: {
  message: string
  busy?: boolean
  onRetry?: () => void
}) {
  return (
    <div
      role="alert"
      className="mb-3 flex flex-wrap items-center gap-3 rounded-card border border-[color-mix(in_srgb,var(--lost)_40%,transparent)] bg-[color-mix(in_srgb,var(--lost)_8%,var(--surface))] px-4 py-3"
    >
      {/* The button goes below a text that has no room beside it. */}
      <p className="flex min-w-0 flex-1 basis-36 items-center gap-3 text-body [overflow-wrap:anywhere]">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-lost" />
        {message}
      </p>
      {onRetry && (
        <Button size="sm" busy={busy} onClick={onRetry}>
          {messages.pages.retry}
        </Button>
      )}
    </div>
  )
}
