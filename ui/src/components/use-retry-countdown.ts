import { useEffect, useState } from 'react'
import { ApiError } from '#ui/lib/http/request.ts'

/** Whole seconds until the server wants to be asked again after this error; 0 where it may be at once. */
export function useWait(error: unknown): number {
  const [wait, setWait] = useState<{ error: unknown; left: number } | null>(null)
  useEffect(() => {
    const seconds = error instanceof ApiError ? (error.retryAfterS ?? 0) : 0
    const until = performance.now() + seconds * 1_000
    const look = () => setWait({ error, left: Math.max(0, Math.ceil((until - performance.now()) / 1_000)) })
    look()
    if (seconds === 0) return
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  }, [error])
  return wait !== null && wait.error === error ? wait.left : 0
}

/** '45 s', or '2:05' from a minute on. */
export const waitText = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
