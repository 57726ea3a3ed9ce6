import { type RefCallback, useCallback, useState, useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/** Whether any part of an element is on screen, in a tab that is visible; with the ref for that element. */
export function useIsSeen(): [ref: RefCallback<Element>, isSeen: boolean] {
  const [isOnScreen, setIsOnScreen] = useState(true)
  const isShown = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
  const ref = useCallback((element: Element | null) => {
    if (element === null) return
    const observer = new IntersectionObserver((entries) => setIsOnScreen(entries.at(-1)?.isIntersecting ?? true))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, isOnScreen && isShown]
}
