// Watches whether this thread's heap comes close to its limit.
import { constants, type NodeGCPerformanceDetail, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** A fraction of the limit. Above it, a heap is collected more and more often and frees less and less. */
const FULL = 0.6

/**
 * Calls `onFull` soon after each collection of the whole heap if it is still that full; before a collection, most of a
 * heap may be garbage. Notices nothing while code runs without a pause. `close`: ends the watch.
 */
export function watchHeap(onFull: () => void): { close(): void } {
  const observer = new PerformanceObserver((list) => {
    if (!list.getEntries().some(isWhole)) return
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    if (used > limit * FULL) onFull()
  })
  observer.observe({ entryTypes: ['gc'] })
  return { close: () => observer.disconnect() }
}

// `detail` is missing in Node's types
const isWhole = (entry: PerformanceEntry & { readonly detail?: unknown }): boolean =>
  (entry.detail as NodeGCPerformanceDetail).kind === constants.NODE_PERFORMANCE_GC_MAJOR
