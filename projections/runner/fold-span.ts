// A batch as the projector folds it: a span of its own, and one in the trace of each command whose events are in it.
import {
  appendOf,
  beginSpan,
  isTracing,
  type Span,
  type SpanPlace,
  traceTime,
} from '#services/platform/tracing/spans.ts'
import type { LedgerEvent } from '../event.ts'

/** Older events come while a read model is rebuilt: the traces of their commands have long been exported. */
const RECENT_MS = 600_000

/** Null if tracing is off, or none of the commands is sampled. */
export function beginFold(events: readonly LedgerEvent[], projections: number): Pick<Span, 'fail' | 'end'> | null {
  if (!isTracing()) return null
  const at = traceTime()
  const commands = commandsOf(events, new Date(at - RECENT_MS).toISOString())
  const folded = commands.map(({ place, number }) => ({
    place,
    start: { name: 'project', trace: place.trace, parent: place.id, at, attributes: { 'fairbook.number': number } },
  }))
  const sampled = folded.flatMap(({ place, start }) => {
    const span = beginSpan(start)
    return span === null ? [] : [{ place, span }]
  })
  if (sampled.length === 0) return null
  const batch = beginSpan({
    name: 'fold a batch',
    at,
    always: true,
    links: sampled.map(({ place }) => place),
    attributes: {
      'fairbook.batch.events': events.length,
      'fairbook.batch.projections': projections,
      'fairbook.batch.first': events[0]!.number,
    },
  })
  const spans = [...sampled.map(({ span }) => span), ...(batch === null ? [] : [batch])]
  return {
    fail: (what) => spans.forEach((span) => void span.fail(what)),
    end: (until = traceTime()) => spans.forEach((span) => void span.end(until)),
  }
}

/** Where each command of the batch was appended, and the ledger number of its last event. */
function commandsOf(
  events: readonly LedgerEvent[],
  since: string,
): { readonly place: SpanPlace; readonly number: number }[] {
  const found = new Map<string, { place: SpanPlace; number: number }>()
  for (const { stream, meta, hash, number } of events) {
    if (meta.recordedAt < since) continue
    const key = `${stream} ${meta.command.id}`
    const command = found.get(key)
    if (command === undefined) found.set(key, { place: { trace: meta.correlation, id: appendOf(hash) }, number })
    else command.number = number
  }
  return [...found.values()]
}
