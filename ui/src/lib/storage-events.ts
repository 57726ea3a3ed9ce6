// Changes that other tabs make to the shared local storage.
import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `onChange` after another tab changed one of these keys, or cleared storage. Returns the function that
 * unsubscribes.
 */
export function subscribeStorage(keys: readonly string[], onChange: () => void): () => void {
  if (typeof window === 'undefined') return () => {}
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) onChange()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** `subscribeStorage` for one key, while the component is mounted. */
export function useStorageEvent(key: string, onChange: () => void): void {
  const follow = useEffectEvent(onChange)
  useEffect(() => subscribeStorage([key], () => follow()), [key])
}
