import { useEffect, useState } from 'react'
import { ApiError } from '#ui/lib/http/api-error.ts'

/** Whole seconds until the server allows a retry after this error; 0 once it does. */
export function useRetryCountdown(error: unknown): number {
  const [countdown, setCountdown] = useState<{ error: unknown; seconds: number } | null>(null)
  useEffect(() => {
    const seconds = error instanceof ApiError ? (error.retryAfterS ?? 0) : 0
    const until = performance.now() + seconds * 1_000
    const update = () => setCountdown({ error, seconds: Math.max(0, Math.ceil((until - performance.now()) / 1_000)) })
    update()
    if (seconds === 0) return
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  }, [error])
  return countdown !== null && countdown.error === error ? countdown.seconds : 0
}

/** '45 s', or '2:05' from a minute up. */
export const formatCountdown = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
