// Reads that nobody gets an answer of from before they asked.

import { TransientMap } from '../transient-map.ts'

/**
 * The answer of `read` to a key, by a call that began after the question. All who ask while a call of that key runs share the next
 * one, also where the running one fails.
 */
export function createSharedReads<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  type Reads = { readonly running: Promise<Value>; next: Promise<Value> | null }
  const reads = new TransientMap<Key, Reads>()

  function begin(key: Key): Promise<Value> {
    const begun: Reads = {
      next: null,
      running: read(key).finally(() => {
        if (reads.get(key) === begun) reads.delete(key)
      }),
    }
    reads.set(key, begun)
    return begun.running
  }

  return (key) => {
    const known = reads.get(key)
    if (known === undefined) return begin(key)
    const beginNext = () => begin(key)
    known.next ??= known.running.then(beginNext, beginNext)
    return known.next
  }
}
