// Asks for the search, wherever its dialog is.
import { Listeners } from '#ui/lib/listeners.ts'

const listeners = new Listeners()

export const requestSearch = (): void => listeners.notify()
/** Returns the way to unsubscribe. */
export const onSearchRequest = listeners.subscribe
