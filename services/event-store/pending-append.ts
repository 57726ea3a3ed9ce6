// An append that waits for its result, on any store.
import type { AppendRequest, AppendResult, Given, Later, StreamHead } from './port.ts'

export type PendingAppend = {
  readonly request: AppendRequest
  /** It waits again since what went with it in a call was superseded. */
  readonly waitsAgain?: true
  /** The head that it leaves. */
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

/** Another head than expected; nothing was written. `later`: of those that are told it. */
export function resolveConflict(
  appends: readonly PendingAppend[],
  later: ReadonlyMap<PendingAppend, Later> = new Map(),
): void {
  for (const append of appends) {
    const told = later.get(append)
    append.resolve({ ok: false, conflict: true, ...(told !== undefined && { later: told }) })
  }
}

/** The stream that they were given had another head; nothing was written. */
export function resolveSuperseded(appends: readonly PendingAppend[]): void {
  for (const append of appends) append.resolve({ ok: false, conflict: true, superseded: true })
}
