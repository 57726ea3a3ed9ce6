// What the screen knows of the stream: its state, when anything last arrived, and how to resume it.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Listeners } from '../listeners.ts'
import type { LiveStream, StreamState } from './live-stream.ts'

let state: StreamState = 'off'
let lastContactAt = 0
let activeStream: LiveStream | null = null
const listeners = new Listeners()

export function setStreamState(next: StreamState): void {
  state = next
  listeners.notify()
}

export function recordContact(): void {
  lastContactAt = Date.now()
}

export function setActiveStream(stream: LiveStream | null): void {
  activeStream = stream
}

/** The state of this tab's stream. */
export function useStreamState(): StreamState {
  return useSyncExternalStore(listeners.subscribe, () => state)
}

/** Whether there are no pushes just now, so that the screen is only as fresh as the last replies. */
export function useIsStreamBehind(): boolean {
  const current = useStreamState()
  return current !== 'live' && current !== 'off'
}

/** How long the stream may be gone without leaving anything stale. */
export const LAG_MS = 45_000
/** How often lists are fetched while nothing is pushed. */
export const BEHIND_INTERVAL_MS = 30_000

/** Milliseconds since 1970 by this machine's clock; 0 before anything has arrived. */
export const lastContactTime = (): number => lastContactAt

/** Whether data fetched at `updatedAt` counts as current: pushes keep it so, or it is young enough. */
export function useIsCurrent(updatedAt: number): boolean {
  const isBehind = useIsStreamBehind()
  const [, setTime] = useState(0)
  const staleAt = Math.max(lastContactAt, updatedAt) + LAG_MS
  const isCurrent = !isBehind || Date.now() < staleAt
  useEffect(() => {
    if (!isBehind || !isCurrent) return
    const timer = setTimeout(() => setTime(staleAt), staleAt - Date.now())
    return () => clearTimeout(timer)
  }, [isBehind, isCurrent, staleAt])
  return isCurrent
}

/** Reopens a stream that was replaced by a newer one. */
export const resumeStream = (): void => activeStream?.resume()
