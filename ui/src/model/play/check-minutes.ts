// How often the reality check appears, in minutes; 0: never. Kept in this browser, shared by all tabs.
import { useSyncExternalStore } from 'react'
import { Listeners } from '#ui/lib/listeners.ts'
import { subscribeStorage } from '#ui/lib/storage-events.ts'

export const CHECK_MINUTES = [15, 30, 60, 0] as const
const KEY = 'fairbook.reality-check'
const DEFAULT = 60

const listeners = new Listeners()

/** The choice on this page, where storage is blocked. */
let chosen: number | null = null

export function readCheckMinutes(): number {
  try {
    const stored = localStorage.getItem(KEY)
    if (stored !== null) return CHECK_MINUTES.find((minutes) => String(minutes) === stored) ?? DEFAULT
    return DEFAULT
  } catch {
    return chosen ?? DEFAULT
  }
}

export function setCheckMinutes(minutes: number): void {
  chosen = minutes
  try {
    localStorage.setItem(KEY, String(minutes))
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  listeners.notify()
}

/** How often the reality check appears, in minutes; 0: never. */
export const useCheckMinutes = (): number => useSyncExternalStore(listeners.subscribe, readCheckMinutes)

subscribeStorage([KEY], () => listeners.notify())
