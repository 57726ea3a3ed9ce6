// Whether the account that was signed in here has been blocked since. Its session is over, and the visitor is told why.
import { useSyncExternalStore } from 'react'
import { Listeners } from './listeners.ts'
import { expireSession } from './session.ts'

let isBlocked = false
const listeners = new Listeners()

/** Ends the session whose token was refused because its account is blocked. */
export function endBlockedSession(token: string): void {
  if (expireSession(token)) set(true)
}

/** Call when the visitor has read the notice. */
export const dismissBlocked = (): void => set(false)

function set(next: boolean): void {
  isBlocked = next
  listeners.notify()
}

/** Whether the account was blocked and the notice has not been read yet. */
export const useIsBlocked = (): boolean => useSyncExternalStore(listeners.subscribe, () => isBlocked)
