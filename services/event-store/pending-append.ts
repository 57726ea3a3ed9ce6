// An append that waits for its result, on any store.
import type { AppendRequest, AppendResult, Given, Later, StreamHead } from './port.ts'

export type PendingAppend = {
  readonly request: AppendRequest
  /** It waits again because a call that it was in was superseded. */
  readonly waitsAgain?: true
  /** The head of its stream after it. */
  readonly head: StreamHead
  resolve(result: AppendResult): void
  reject(error: unknown): void
}

export function headAfter({ events }: AppendRequest): StreamHead {
  const last = events[events.length - 1]!
  return { version: last.version, hash: last.hash }
}

export const sameHead = (a: StreamHead, b: StreamHead): boolean => a.version === b.version && a.hash === b.hash

export const sameGiven = (a: Given | undefined, b: Given | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.stream === b.stream && sameHead(a.head, b.head))

export function rejectAll(appends: readonly PendingAppend[], error: unknown): void {
  for (const append of appends) append.reject(error)
}

/**
 * The stream has another head than expected; nothing was written. `later`: the later events of those streams for which
 * they are known.
 */
export function resolveConflict(
  appends: readonly PendingAppend[],
  later: ReadonlyMap<PendingAppend, Later> = new Map(),
): void {
  for (const append of appends) {
    const told = later.get(append)
    append.resolve({ ok: false, conflict: true, ...(told !== undefined && { later: told }) })
  }
}

/** The stream that they were given has another head; nothing was written. */
export function resolveSuperseded(appends: readonly PendingAppend[]): void {
  for (const append of appends) append.resolve({ ok: false, conflict: true, superseded: true })
}
