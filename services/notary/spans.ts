// What a notary does, as spans in traces of their own: a checkpoint is of many commands, and its witnesses know none of them.
import { beginSpan, type Span } from '#services/platform/tracing/spans.ts'

/** `events`: so many more than the last one has. */
export const beginSigning = (events: number): Span | null =>
  beginSpan({ name: 'sign a checkpoint', attributes: { 'fairbook.batch.events': events } })

export const beginAsking = (witness: string): Span | null =>
  beginSpan({ name: 'ask a witness', kind: 'client', attributes: { 'fairbook.witness': witness } })
