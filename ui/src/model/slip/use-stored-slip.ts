import { useCallback, useRef, useState } from 'react'
import { useStorageEvent } from '#ui/lib/use-storage-event.ts'
import { type SlipAction, type SlipState, slipReducer } from './reducer.ts'
import { readSlip, SLIP_STORAGE_KEY, writeSlip } from './storage.ts'

/**
 * The slip's state, and how it is changed. A change is stored as it is made, before any screen has followed: a price looks
 * picked before the page is rendered anew (see OddsButton), and what looks picked survives leaving the page at once.
 */
export function useStoredSlip(): [SlipState, (action: SlipAction) => void] {
  const [state, show] = useState(readSlip)
  const stored = useRef(state)
  const change = useCallback((action: SlipAction) => {
    stored.current = slipReducer(stored.current, action)
    writeSlip(stored.current)
    show(stored.current)
  }, [])
  // All tabs show the same slip. Read anew, since an event that comes late tells an earlier state; and not written again, since
  // the other tab may have gone on.
  useStorageEvent(SLIP_STORAGE_KEY, () => {
    stored.current = readSlip()
    show(stored.current)
  })
  return [state, change]
}
