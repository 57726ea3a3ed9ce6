// Values that have just changed, for as long as the change is highlighted.
import { useEffect, useState } from 'react'
import { type PriceMove, priceMove } from '#ui/model/price-move.ts'

export const FLASH_MS = 1_500

type Change<Value, Mark> = { value: Value; mark: Mark | null; serial: number }
/** `serial` differs for every change, so that each restarts its animation. */
type Flash<Mark> = { mark: Mark | null; serial: number }

/** What `compare` returned for the last change of `value`, for FLASH_MS; null otherwise. */
function useFlash<Value, Mark>(value: Value, compare: (before: Value, after: Value) => Mark | null): Flash<Mark> {
  const [change, setChange] = useState<Change<Value, Mark>>({ value, mark: null, serial: 0 })
  if (value !== change.value) {
    setChange({ value, mark: compare(change.value, value), serial: change.serial + 1 })
  }
  const { mark, serial } = change
  // biome-ignore lint/correctness/useExhaustiveDependencies: another change of the same kind must restart the timer
  useEffect(() => {
    if (mark === null) return
    const timer = setTimeout(() => setChange((current) => ({ ...current, mark: null })), FLASH_MS)
    return () => clearTimeout(timer)
  }, [mark, serial])
  return { mark, serial }
}

const compareOdds = (before: string | null, after: string | null): PriceMove | null =>
  before === null || after === null ? null : priceMove(before, after)

const compareScores = (before: string | null, after: string | null): true | null =>
  before === null || after === null ? null : true

/** Which way the odds have just moved. Odds that appear or disappear do not count as a move. */
export const usePriceMove = (odds: string | null): Flash<PriceMove> => useFlash(odds, compareOdds)

/** Whether the score has just changed. */
export const useHasScoreChanged = (score: string | null): boolean => useFlash(score, compareScores).mark ?? false
