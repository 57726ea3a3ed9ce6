// Bounds the memory of maps whose entries are in order of time.

/**
 * Old entries are dropped only when a map has grown by a quarter since the last time: deleting from the front of a Map
 * has to walk over earlier deletions, so dropping entries one by one would be quadratic.
 */
export const PRUNE_STEP = 256
const nextPrune = (size: number): number => Math.ceil(size * 1.25) + PRUNE_STEP

/** Drops entries older than `maxAgeMs`, but keeps the `minSize` newest; returns the size at which to prune again. */
export function prune<Entry>(
  entries: Map<string, Entry>,
  now: string,
  maxAgeMs: number,
  minSize: number,
  timeOf: (entry: Entry) => string,
): number {
  const cutoff = new Date(Date.parse(now) - maxAgeMs).toISOString()
  for (const [id, entry] of entries) {
    if (entries.size <= minSize || timeOf(entry) >= cutoff) break
    entries.delete(id)
  }
  return nextPrune(entries.size)
}
