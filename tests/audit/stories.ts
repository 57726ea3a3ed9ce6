// The stories of projections/testing, as an audit reads them.
import { type Chapter, tellStory } from '#projections/testing/story.ts'
import type { FindingCode } from '#services/auditor/findings.ts'

/** They are told by the deciders, but their quotes are no quotes of a real feed. */
export const OF_THE_STORY: ReadonlySet<FindingCode> = new Set(['quote_mismatch', 'quote_time', 'provider_id_taken'])

/** Recorded when they are written, as the stores of real events are. */
export function* chaptersWrittenNow(seed: number, steps: number): Generator<Chapter> {
  for (const chapter of tellStory(seed, steps)) {
    yield { ...chapter, meta: { ...chapter.meta, recordedAt: new Date().toISOString() } }
  }
}
