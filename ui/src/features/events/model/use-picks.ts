import { useCallback, useMemo, useRef } from 'react'
import type { Selection } from '#ui/model/slip/selection.ts'
import { useSlip } from '#ui/model/slip/slip-context.ts'

/** The slip's selection of each event, and a stable `pick`, so that picking re-renders one row instead of all. */
export function usePicks() {
  const slip = useSlip()
  const latest = useRef(slip)
  latest.current = slip
  const pick = useCallback((selection: Selection) => latest.current.toggle(selection), [])
  const betKeys = useMemo(
    () => new Map(slip.selections.map((selection) => [selection.eventId, selection.betKey])),
    [slip.selections],
  )
  return { selectedKey: (eventId: string) => betKeys.get(eventId) ?? null, pick }
}
