// Time as the business has it. The server's clock may run faster than ours (a simulated season), so starts and minutes
// are measured on it; texts are Europe/Paris, 24-hour.
import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import type { Clock } from '#services/contract/contract.ts'

export const TIME_ZONE = 'Europe/Paris'
const MINUTE_MS = 60_000

type Anchor = { business: number; monotonic: number; speed: number }
let anchor: Anchor = { business: Date.now(), monotonic: performance.now(), speed: 1 }
let ticked = anchor.business
let known = false
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

/** Sets our copy of the business clock to what the server said just now. */
export function setClock(clock: z.infer<typeof Clock>): void {
  const business = Date.parse(clock.now)
  if (!Number.isFinite(business) || !(clock.speed > 0)) return
  anchor = { business, monotonic: performance.now(), speed: clock.speed }
  known = true
  tick()
}

/** Where the server's clock cannot be had, this machine's stands in. */
export function assumeClock(): void {
  known = true
  tick()
}

/** Milliseconds since 1970 by the business clock. */
export function businessNow(): number {
  return anchor.business + (performance.now() - anchor.monotonic) * anchor.speed
}

function tick() {
  ticked = businessNow()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!timer) {
    tick()
    timer = setInterval(tick, 1_000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && timer) {
      clearInterval(timer)
      timer = null
    }
  }
}

/**
 * Something that follows from the business time, looked at once a second. A component renders again only when its own
 * answer changes, so a list of minutes costs nothing between minutes.
 */
export function useBusinessTime<Answer extends string | number | boolean | null>(
  select: (now: number) => Answer,
): Answer {
  return useSyncExternalStore(subscribe, () => select(ticked))
}

/** False until the server's clock is known: before, what is upcoming and what is live cannot be told. */
export function useClockKnown(): boolean {
  return useSyncExternalStore(subscribe, () => known)
}

/** Whole minutes since the start; negative before it. */
export function minutesSince(start: string, now: number): number {
  return Math.floor((now - Date.parse(start)) / MINUTE_MS)
}

const clockFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})
const dateFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** '16:00' */
export function formatTime(instant: string | number): string {
  return clockFormat.format(new Date(instant))
}

/** 'Sat 21 Nov' */
export function formatDay(instant: string | number): string {
  return dayFormat.format(new Date(instant)).replace(',', '')
}

/** 'Sat 21 Nov 16:00' */
export function formatDayTime(instant: string | number): string {
  return `${formatDay(instant)} ${formatTime(instant)}`
}

/** '21 Nov 2026' */
export function formatDate(instant: string | number): string {
  return dateFormat.format(new Date(instant))
}
