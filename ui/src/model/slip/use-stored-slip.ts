import { useCallback, useRef, useState } from 'react'
import { useStorageEvent } from '#ui/lib/storage-events.ts'
import { asShown, type SlipChange, type SlipState, slipReducer } from './reducer.ts'
import { readSlip, SLIP_STORAGE_KEY, writeSlip } from './storage.ts'

/**
 * The slip's state, and how it is changed. A change is stored as it is made, before any screen has followed: a price looks
 * picked before the page is rendered anew (see OddsButton), and what looks picked survives leaving the page at once. It is made
 * to what is stored then: another tab may have changed that, and this one may not have been told yet.
 */
export function useStoredSlip(): [SlipState, (action: SlipChange) => void] {
  const [state, show] = useState(readSlip)
  const known = useRef(state)
  const isStored = useRef(true)
  const change = useCallback((action: SlipChange) => {
    const stored = isStored.current ? readSlip() : known.current
    const next = slipReducer(stored, asShown(action, known.current))
    if (next !== stored) isStored.current = writeSlip(next)
    known.current = next
    show(next)
  }, [])
  // All tabs show the same slip, but for what could not be stored. Read anew, since an event that comes late tells an earlier state;
  // and not written again, since the other tab may have gone on.
  useStorageEvent(SLIP_STORAGE_KEY, () => {
    if (!isStored.current) return
    known.current = readSlip()
    show(known.current)
  })
  return [state, change]
}
