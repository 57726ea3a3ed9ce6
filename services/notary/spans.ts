// Spans of a notary's work, in traces of their own: a checkpoint covers many commands, and its witnesses know none of
// them.
import { beginSpan, type Span } from '#services/platform/tracing/spans.ts'

/** `events`: how many more than the last checkpoint has. */
export const beginSigning = (events: number): Span | null =>
  beginSpan({ name: 'sign a checkpoint', attributes: { 'fairbook.batch.events': events } })

export const beginAsking = (witness: string): Span | null =>
  beginSpan({ name: 'ask a witness', kind: 'client', attributes: { 'fairbook.witness': witness } })
