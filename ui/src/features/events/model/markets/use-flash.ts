// What changed just now, for as long as it is to catch the eye.
import { useEffect, useState } from 'react'

export const FLASH_MS = 1_500

type Seen<Value, Mark> = { value: Value; mark: Mark | null; serial: number }

/** What `compare` says of the last change of `value`, for a second and a half; null otherwise, and at first. */
function useFlash<Value, Mark>(value: Value, compare: (before: Value, after: Value) => Mark | null): Mark | null {
  const [seen, setSeen] = useState<Seen<Value, Mark>>({ value, mark: null, serial: 0 })
  if (value !== seen.value) setSeen({ value, mark: compare(seen.value, value), serial: seen.serial + 1 })
  const { mark, serial } = seen
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further change of the same kind starts the time again
  useEffect(() => {
    if (mark === null) return
    const timer = setTimeout(() => setSeen((current) => ({ ...current, mark: null })), FLASH_MS)
    return () => clearTimeout(timer)
  }, [mark, serial])
  return mark
}

const direction = (before: string | null, after: string | null) => {
  if (before === null || after === null) return null
  return Number(after) > Number(before) ? ('up' as const) : ('down' as const)
}
const changed = (before: string | null, after: string | null) => before !== null && after !== null

/** Which way the price went. A price that appears or goes is no move. */
export const usePriceMove = (odds: string | null) => useFlash(odds, direction)

/** Whether the score has just changed. */
export const useScoreChange = (score: string | null) =>
  useFlash(score, (before, after) => changed(before, after) || null)
