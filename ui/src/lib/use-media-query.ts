import { useCallback, useSyncExternalStore } from 'react'

/** Where there is room for the slip beside the page; below, it is a sheet. */
export const BESIDE = '(width >= 64rem)'

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
