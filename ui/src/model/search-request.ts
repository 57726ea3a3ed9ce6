// Opens the search from anywhere in the app.
import { Listeners } from '#ui/lib/listeners.ts'

const listeners = new Listeners()

export const requestSearch = (): void => listeners.notify()
/** Returns the function that unsubscribes. */
export const onSearchRequest = listeners.subscribe

/** Ctrl-K or Cmd-K, and a slash outside of fields. */
export function isSearchShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  const isInField =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input,textarea,select'))
  // An open dialog has the keyboard to itself.
  return key === '/' && !isInField && document.querySelector('[role="dialog"]') === null
}
