// Who of many that are expected did not come.
import type { Spill } from './spill.ts'

/**
 * `came`: how many of the expected keys did, each counted once; they are gone through again only where some did not. `again`:
 * the keys of all that came.
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
