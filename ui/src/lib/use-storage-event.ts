import { useEffect, useRef } from 'react'

/** Calls `onChange` when another tab changes this key of local storage; null when it was removed. */
export function useStorageEvent(key: string, onChange: (value: string | null) => void): void {
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key) latest.current(event.newValue)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [key])
}
