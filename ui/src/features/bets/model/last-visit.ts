// When each account last opened My Bets, in business time. Kept in this browser, so that a visit on the phone does not
// hide what the desktop has not shown yet.
import { useSyncExternalStore } from 'react'
import { Listeners } from '#ui/lib/listeners.ts'

const KEY = 'fairbook.bets-seen.'
const listeners = new Listeners()
/** Without storage, a visit is remembered as long as the page lives. */
const known = new Map<string, string>()

export function readLastVisit(account: string): string | null {
  const here = known.get(account)
  if (here !== undefined) return here
  try {
    const stored = localStorage.getItem(KEY + account)
    return stored !== null && Number.isFinite(Date.parse(stored)) ? stored : null
  } catch {
    return null
  }
}

export function saveLastVisit(account: string, at: number): void {
  const instant = new Date(at).toISOString()
  known.set(account, instant)
  try {
    localStorage.setItem(KEY + account, instant)
  } catch {
    // Only this page knows it then.
  }
  listeners.notify()
}

/** When the account last opened My Bets, as an instant in business time; null: never on this browser. */
export const useLastVisit = (account: string): string | null =>
  useSyncExternalStore(listeners.subscribe, () => readLastVisit(account))
