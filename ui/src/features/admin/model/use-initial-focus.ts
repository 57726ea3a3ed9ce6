import { type RefObject, useEffect } from 'react'

/** Focuses an element when it appears. */
export function useInitialFocus(element: RefObject<HTMLElement | null>, isWanted: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
  useEffect(() => {
    if (isWanted) element.current?.focus()
  }, [])
}
