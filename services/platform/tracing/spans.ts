// What each piece of work of this process took, as spans of traces. Nothing is made, and nothing of OpenTelemetry is loaded, unless
// tracing was started. Ids follow from the ledger's own, so that nothing has to be handed from process to process: the trace is the
// correlation of the events, and whoever folds an event knows the span that appended it.
import { AsyncLocalStorage } from 'node:async_hooks'

/** Names, ids and figures as the ledger and the logs have them: nothing of what was sent, and nothing about a person. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** `trace`: 32 hex digits; `id`: 16. */
export type SpanPlace = { readonly trace: string; readonly id: string }

export type SpanStart = {
  readonly name: string
  /** One of its own by default. */
  readonly trace?: string | undefined
  readonly id?: string | undefined
  /** A span of the same trace. */
  readonly parent?: string | undefined
  readonly kind?: 'server' | 'client'
  readonly attributes?: Attributes
  readonly links?: readonly SpanPlace[]
  /** As `traceTime` has it; now by default. */
  readonly at?: number
  /** Kept whatever the sampler says of its trace. */
  readonly always?: true
}

export type Span = SpanPlace & {
  set(attributes: Attributes): void
  /** It came to nothing; `what`: a code, or the name of an error. */
  fail(what: string): void
  end(at?: number): void
}

export type Tracing = {
  /** Null where its trace is not sampled. */
  begin(start: SpanStart): Span | null
  /** Sends what has ended, and ends. */
  stop(): Promise<void>
}

let tracing: Tracing | null = null

/** Null: no more. */
export function traceWith(started: Tracing | null): void {
  tracing = started
}

/** False where nobody asked for traces: then nothing needs to be prepared for them. */
export const isTracing = (): boolean => tracing !== null

/** Null where nobody asked for traces, or this one is not sampled. */
export const beginSpan = (start: SpanStart): Span | null => tracing?.begin(start) ?? null

/** Comes to what `work` comes to, in a span that ends with it. */
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

/** The first span of a trace, that of a request or of a command which began it. */
export const rootOf = (trace: string): string => trace.slice(-16)

/** The span of an append; `hash`: of its first event. */
export const appendOf = (hash: string): string => hash.slice(0, 16)

/** Milliseconds since 1970 with their fractions: the clock of the system, which may be set, and its steps from a clock that may not. */
export function traceTime(): number {
  const steady = performance.now()
  const system = Date.now()
  if (Math.abs(anchor + steady - system) > 5) anchor = system - steady
  return anchor + steady
}
let anchor = Number.NEGATIVE_INFINITY

/** A piece of work that has a span only if something came of it: most ticks find nothing to do. */
class Work {
  span: Span | null = null
  #begun = false
  readonly #start: SpanStart

  constructor(start: SpanStart) {
    this.#start = { at: traceTime(), ...start }
  }

  /** Its span, begun when it began. */
  place(): Span | null {
    if (!this.#begun) this.span = beginSpan(this.#start)
    this.#begun = true
    return this.span
  }
}

const running = new AsyncLocalStorage<Work>()

/** Comes to what `work` comes to. Its span is there from when something asks for it by `currentWork`. */
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
