// Whether what lives in this thread's heap comes near to what it may have.
import { constants, type NodeGCPerformanceDetail, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** Of the limit. Above it a heap is collected ever more often, for ever less. */
const FULL = 0.6

/**
 * Calls back soon after each collection of the whole heap, where it is that full: before one, most of a heap may be garbage. What
 * runs without a pause is not watched meanwhile. `close`: calls back no more.
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

// Node's types leave `detail` out
const isWhole = (entry: PerformanceEntry & { readonly detail?: unknown }): boolean =>
  (entry.detail as NodeGCPerformanceDetail).kind === constants.NODE_PERFORMANCE_GC_MAJOR
