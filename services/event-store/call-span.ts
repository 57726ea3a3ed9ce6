// A call to the store carries the appends of many commands: it becomes a span in the trace of each command that is
// traced.
import { beginSpan, inSpan, type Span, traceTime } from '#services/platform/tracing/spans.ts'
import type { PendingAppend } from './pending-append.ts'

/**
 * Settles as `call` does. The time between the beginning of an append and that of its span was spent waiting for the
 * previous call.
 */
export async function inCallSpans<Result>(
  appends: readonly PendingAppend[],
  call: () => Promise<Result>,
): Promise<Result> {
  const traced = appends.flatMap(({ request }) => request.span ?? [])
  if (traced.length === 0) return call()
  const at = traceTime()
  const attributes = {
    'fairbook.batch.appends': appends.length,
    'fairbook.batch.events': appends.reduce((sum, { request }) => sum + request.events.length, 0),
  }
  const spans = traced.map(({ trace, id: parent }) => beginSpan({ name: 'write', trace, parent, at, attributes }))
  return inSpan(together(spans), call)
}

const together = (spans: readonly (Span | null)[]): Pick<Span, 'fail' | 'end'> => ({
  fail: (what) => spans.forEach((span) => void span?.fail(what)),
  end: (at = traceTime()) => spans.forEach((span) => void span?.end(at)),
})
