import { useEffect, useState } from 'react'

const TICK_MS = 100

/** Whole seconds until an instant of `performance.now()`, counting down to 0; null if there is none. */
export function useSecondsUntil(moment: number | null): number | null {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment))
  useEffect(() => {
    setSeconds(secondsUntil(moment))
    if (moment === null) return
    const timer = setInterval(() => setSeconds(secondsUntil(moment)), TICK_MS)
    return () => clearInterval(timer)
  }, [moment])
  return seconds
}

const secondsUntil = (moment: number | null): number | null =>
  moment === null ? null : Math.max(0, Math.ceil((moment - performance.now()) / 1_000))
