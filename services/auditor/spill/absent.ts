// Finds out which of many expected keys are absent.
import type { Spill } from './spill.ts'

/**
 * Yields the expected keys that did not come. `came`: how many of them did, each counted once; only if some did not are
 * all keys read again. `again`: reads the keys that came once more.
 */
export async function* absentOf(
  spill: Spill,
  expected: { readonly count: number; keys(): Iterable<string> },
  came: number,
  again: () => AsyncIterable<string>,
): AsyncGenerator<string> {
  if (came === expected.count) return
  const present = spill.scratch<number>()
  for await (const key of again()) {
    present.set(key, 1)
    spill.settle()
  }
  for (const key of expected.keys()) if (!present.has(key)) yield key
  present.clear()
}
