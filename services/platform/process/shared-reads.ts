// Shared reads that never answer a call with something read before it.

import { TransientMap } from '../transient-map.ts'

/**
 * The result of `read` for a key, from a read that began after the call. All calls that come while a read of that key
 * is running share the next one, even if the running one fails.
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
