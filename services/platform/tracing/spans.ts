// How long each piece of work of this process took, as spans of traces. No span is made, and nothing of OpenTelemetry
// is loaded, unless tracing was started. Ids follow from the ledger's own, so that nothing has to be passed from
// process to process: the trace is the correlation of the events, and a process that folds an event knows the span that
// appended it.
import { AsyncLocalStorage } from 'node:async_hooks'

/** Names, ids and figures as in the ledger and the logs: nothing of what was sent, and nothing about a person. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** `trace`: 32 hex digits; `id`: 16. */
export type SpanPlace = { readonly trace: string; readonly id: string }

export type SpanStart = {
  readonly name: string
  /** A new trace by default. */
  readonly trace?: string | undefined
  readonly id?: string | undefined
  /** A span of the same trace. */
  readonly parent?: string | undefined
  readonly kind?: 'server' | 'client'
  readonly attributes?: Attributes
  readonly links?: readonly SpanPlace[]
  /** As returned by `traceTime`; now by default. */
  readonly at?: number
  /** Kept whatever the sampler says about its trace. */
  readonly always?: true
}

export type Span = SpanPlace & {
  set(attributes: Attributes): void
  /** Marks the work as failed; `what`: a code, or the name of an error. */
  fail(what: string): void
  end(at?: number): void
}

export type Tracing = {
  /** Null if its trace is not sampled. */
  begin(start: SpanStart): Span | null
  /** Sends the spans that have ended, and stops. */
  stop(): Promise<void>
}

let tracing: Tracing | null = null

/** Null: no more traces. */
export function traceWith(started: Tracing | null): void {
  tracing = started
}

/** False if tracing was not started: then nothing needs to be prepared for it. */
export const isTracing = (): boolean => tracing !== null

/** Null if tracing was not started, or this trace is not sampled. */
export const beginSpan = (start: SpanStart): Span | null => tracing?.begin(start) ?? null

/** Settles as `work` does, in a span that ends with it. */
export async function inSpan<Result>(
  span: Pick<Span, 'fail' | 'end'> | null,
  work: () => Promise<Result>,
): Promise<Result> {
  if (span === null) return work()
  try {
    return await work()
  } catch (error) {
    span.fail(error instanceof Error ? error.name : 'Error')
    throw error
  } finally {
    span.end()
  }
}

/** The first span of a trace: that of a request, or of a command that began it. */
export const rootOf = (trace: string): string => trace.slice(-16)

/** The span of an append; `hash`: that of its first event. */
export const appendOf = (hash: string): string => hash.slice(0, 16)

/**
 * Milliseconds since 1970 with fractions: from the system clock, which may be set, with the finer steps of the
 * monotonic clock.
 */
export function traceTime(): number {
  const steady = performance.now()
  const system = Date.now()
  if (Math.abs(anchor + steady - system) > 5) anchor = system - steady
  return anchor + steady
}
let anchor = Number.NEGATIVE_INFINITY

/** A piece of work that gets a span only if something comes of it: most ticks find nothing to do. */
class Work {
  span: Span | null = null
  #begun = false
  readonly #start: SpanStart

  constructor(start: SpanStart) {
    this.#start = { at: traceTime(), ...start }
  }

  /** Its span, with the start of the work as its start. */
  place(): Span | null {
    if (!this.#begun) this.span = beginSpan(this.#start)
    this.#begun = true
    return this.span
  }
}

const running = new AsyncLocalStorage<Work>()

/** Settles as `work` does. Its span exists once something asks for it through `currentWork`. */
export function asWork<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> {
  if (tracing === null) return work()
  const current = new Work(start)
  return running.run(current, async () => {
    try {
      return await work()
    } catch (error) {
      current.place()?.fail(error instanceof Error ? error.name : 'Error')
      throw error
    } finally {
      current.span?.end()
    }
  })
}

/** The span of the work in which this is called. */
export const currentWork = (): Span | null => (tracing === null ? null : (running.getStore()?.place() ?? null))
