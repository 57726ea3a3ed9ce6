import { useCallback, useMemo, useRef } from 'react'
import type { Selection } from '#ui/model/slip/selection.ts'
import { useSlip } from '#ui/model/slip/slip-context.tsx'

/** What the slip holds, game by game, and a way to pick that never changes: a pick renders one row, not all. */
export function usePicks() {
  const slip = useSlip()
  const latest = useRef(slip)
  latest.current = slip
  const pick = useCallback((selection: Selection) => latest.current.toggle(selection), [])
  const keys = useMemo(
    () => new Map(slip.selections.map((selection) => [selection.eventId, selection.betKey])),
    [slip.selections],
  )
  return { selectedOf: (eventId: string) => keys.get(eventId) ?? null, pick }
}
