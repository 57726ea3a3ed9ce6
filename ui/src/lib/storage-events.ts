// What other tabs do to local storage, which all of them share.
import { useEffect, useEffectEvent } from 'react'

/** Calls `onChange` after another tab changed one of these keys, or removed all of them. Answers what ends it. */
export function subscribeStorage(keys: readonly string[], onChange: () => void): () => void {
  if (typeof window === 'undefined') return () => {}
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) onChange()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** The same while it is on the page. */
export function useStorageEvent(key: string, onChange: () => void): void {
  const follow = useEffectEvent(onChange)
  useEffect(() => subscribeStorage([key], () => follow()), [key])
}
