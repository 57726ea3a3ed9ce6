// A command as a span of the trace that its events name as their correlation.
import type { CommandMeta } from '#domain/meta.ts'
import { beginSpan, currentWork, isTracing, rootOf, type Span } from '#services/platform/tracing/spans.ts'
import type { CommandLine } from './command-log.ts'

type Named = { readonly command: string; readonly stream: string; readonly meta: CommandMeta }

/**
 * The span is below that of the request, or the first of a trace of its own. If a job sent the command, the job is
 * linked.
 */
export function beginCommand({ command, stream, meta: { correlation, causation, ...meta } }: Named): Span | null {
  if (!isTracing()) return null
  const root = rootOf(correlation)
  const work = currentWork()
  return beginSpan({
    name: command,
    trace: correlation,
    ...(correlation === meta.command.id ? { id: root } : { parent: root }),
    attributes: {
      'fairbook.command.id': meta.command.id,
      'fairbook.stream': stream,
      'fairbook.causation': causation ?? undefined,
    },
    links: work === null ? [] : [work],
  })
}

/** Failures are named by their classes; refusals are no failures, and begin with a small letter. */
const FAILURE = /^[A-Z]/

export function endCommand(span: Span, { outcome, version, position }: CommandLine): void {
  span.set({ 'fairbook.outcome': outcome, 'fairbook.version': version, 'fairbook.position': position })
  if (FAILURE.test(outcome)) span.fail(outcome)
  span.end()
}

/** A part of a command. */
export const beginPart = (of: Span | null, name: string): Span | null =>
  of === null ? null : beginSpan({ name, trace: of.trace, parent: of.id })
