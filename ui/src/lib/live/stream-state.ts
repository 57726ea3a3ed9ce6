// What the screen shows of the stream: its state, when it last pushed, and how to resume it.
import { useSyncExternalStore } from 'react'
import { Listeners } from '../listeners.ts'
import type { LiveStream, StreamState } from './live-stream.ts'

let state: StreamState = 'off'
let lastPushAt: number | null = null
let activeStream: LiveStream | null = null
const listeners = new Listeners()

export function setStreamState(next: StreamState): void {
  state = next
  listeners.notify()
}

export function recordPush(): void {
  lastPushAt = Date.now()
}

export function setActiveStream(stream: LiveStream | null): void {
  activeStream = stream
}

export function useStreamState(): StreamState {
  return useSyncExternalStore(listeners.subscribe, () => state)
}

/** Milliseconds since 1970 by this machine's clock; null before the first push. */
export const lastPushTime = (): number | null => lastPushAt

/** Reopens a stream that was replaced by a newer one. */
export const resumeStream = (): void => activeStream?.resume()
