// The server's clock. It may run faster than ours (a simulated season), so kick-offs and minutes are measured on it.
import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import type { Clock } from '#services/contract/contract.ts'
import { Listeners } from '../listeners.ts'
import { MINUTE_MS } from './durations.ts'

const TICK_MS = 1_000

type Anchor = { business: number; monotonic: number; speed: number }
let anchor: Anchor = { business: Date.now(), monotonic: performance.now(), speed: 1 }
let lastTick = anchor.business
let isSynced = false
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Listeners()

/** Sets our copy of the business clock to the server's current time. */
export function setClock(clock: z.infer<typeof Clock>): void {
  const business = Date.parse(clock.now)
  if (!Number.isFinite(business) || !(clock.speed > 0)) return
  anchor = { business, monotonic: performance.now(), speed: clock.speed }
  isSynced = true
  tick()
}

/** Call when the server's time cannot be fetched. */
export function fallBackToLocalClock(): void {
  isSynced = true
  tick()
}

/** Milliseconds since 1970 on the business clock. */
export function businessNow(): number {
  return anchor.business + (performance.now() - anchor.monotonic) * anchor.speed
}

/** Converts milliseconds of business time to milliseconds on this machine's clock. */
export const elapsing = (businessMs: number): number => businessMs / anchor.speed

/** Seconds of business time per second on this machine's clock. */
export const clockSpeed = (): number => anchor.speed

function tick() {
  lastTick = businessNow()
  listeners.notify()
}

/** The timer runs only while something is subscribed. */
function subscribe(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener)
  if (!timer) {
    tick()
    timer = setInterval(tick, TICK_MS)
  }
  return () => {
    unsubscribe()
    if (listeners.size === 0 && timer) {
      clearInterval(timer)
      timer = null
    }
  }
}

/**
 * A value derived from business time once a second. Components re-render only when the value changes, so a list that
 * shows minutes does not render between minutes.
 */
export function useBusinessTime<Value extends string | number | boolean | null>(select: (now: number) => Value): Value {
  return useSyncExternalStore(subscribe, () => select(lastTick))
}

/** The current minute, counted since 1970: what depends on it is evaluated anew when it changes. */
export const useBusinessMinute = (): number => useBusinessTime((now) => Math.floor(now / MINUTE_MS))

/** False until the server's time is known: before that, upcoming and live games cannot be told apart. */
export function useIsClockSynced(): boolean {
  return useSyncExternalStore(subscribe, isClockSynced)
}

export const isClockSynced = (): boolean => isSynced

/** Whole minutes since the start; negative before it. */
export function minutesSince(start: string, now: number): number {
  return Math.floor((now - Date.parse(start)) / MINUTE_MS)
}
