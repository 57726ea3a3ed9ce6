import { useEffect, useRef } from 'react'

/** Calls `onChange` after another tab changed this key of local storage, or removed it. */
export function useStorageEvent(key: string, onChange: () => void): void {
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key) latest.current()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [key])
}
