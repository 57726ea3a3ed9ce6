import { useCallback, useSyncExternalStore } from 'react'

/** Wide enough for the slip beside the page's content, as `xl:` in classes; on narrower screens it is a sheet. */
export const WIDE_SCREEN = '(width >= 80rem)'

/** Whether a media query matches now. */
export function useMediaQuery(query: string): boolean {
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
