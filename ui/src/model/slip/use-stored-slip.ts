import { useCallback, useRef, useState } from 'react'
import { useStorageEvent } from '#ui/lib/storage-events.ts'
import { asShown, type SlipChange, type SlipState, slipReducer } from './reducer.ts'
import { readSlip, SLIP_STORAGE_KEY, writeSlip } from './storage.ts'

/**
 * The slip's state and how to change it. Each change is stored at once, before any screen has rendered it: a price
 * looks picked before the page renders again (see OddsButton), and what looks picked must survive leaving the page
 * right then. It is applied to what is stored at that moment, because another tab may have changed that without this
 * one having been told yet.
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
  // All tabs show the same slip, except for changes that could not be stored. Storage is read again, because a late
  // event carries an older state; it is not written, because the other tab may have moved on.
  useStorageEvent(SLIP_STORAGE_KEY, () => {
    if (!isStored.current) return
    known.current = readSlip()
    show(known.current)
  })
  return [state, change]
}
