import { type ReactNode, useEffect, useMemo, useReducer, useState } from 'react'
import { messages } from '#ui/lib/messages.ts'
import { WIDE_SCREEN } from '#ui/lib/use-media-query.ts'
import { useStorageEvent } from '#ui/lib/use-storage-event.ts'
import { removedText, shortcutHint, toggledText } from './announcements.ts'
import { idlePlacement } from './placement.ts'
import { slipMode, slipReducer } from './reducer.ts'
import { type Slip, SlipContext, type SlipEditor, SlipEditorContext } from './slip-context.ts'
import { parseSlip, readSlip, SLIP_STORAGE_KEY, writeSlip } from './storage.ts'
import { usePendingSubmissions } from './use-pending-submissions.ts'

/** The slip of the whole application. */
export function SlipProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(slipReducer, null, readSlip)
  const [isOpen, setOpen] = useState(false)
  const [placement, setPlacement] = useState(idlePlacement)
  const [announcement, announce] = useState('')
  useEffect(() => writeSlip(state), [state])
  // All tabs show the same slip.
  useStorageEvent(SLIP_STORAGE_KEY, (stored) => dispatch({ type: 'restore', state: parseSlip(stored) }))
  usePendingSubmissions(setPlacement)

  const { selections } = state
  const mode = slipMode(state)
  const isLocked = placement.phase !== 'idle'

  const slip = useMemo<Slip>(() => {
    const selected = new Set(selections.map((selection) => selection.betKey))
    const change = (apply: () => void) => (isLocked ? announce(messages.slip.locked) : apply())
    return {
      selections,
      mode,
      isOpen,
      setOpen,
      isLocked,
      isSelected: (betKey) => selected.has(betKey),
      remove: (betKey) =>
        change(() => {
          dispatch({ type: 'remove', betKeys: [betKey] })
          announce(removedText(selections, betKey))
        }),
      clear: () =>
        change(() => {
          dispatch({ type: 'clear' })
          announce(messages.slip.cleared)
        }),
      toggle: (selection) => {
        if (matchMedia(WIDE_SCREEN).matches) setOpen(true)
        change(() => {
          dispatch({ type: 'toggle', selection })
          announce(toggledText(selections, selection) + shortcutHint())
        })
      },
    }
  }, [selections, mode, isOpen, isLocked])

  const editor = useMemo<SlipEditor>(
    () => ({
      state,
      setMode: (next) => dispatch({ type: 'mode', mode: next }),
      setStake: (stake) => dispatch({ type: 'stake', stake }),
      setOwnStake: (betKey, stake) => dispatch({ type: 'own-stake', betKey, stake }),
      setPolicy: (policy) => dispatch({ type: 'policy', policy }),
      acceptOdds: (odds) => dispatch({ type: 'accept', odds }),
      removePlaced: (betKeys) => dispatch({ type: 'remove', betKeys }),
      placement,
      setPlacement,
      announce,
    }),
    [state, placement],
  )

  return (
    <SlipContext value={slip}>
      <SlipEditorContext value={editor}>
        {children}
        <div role="status" aria-live="polite" className="sr-only">
          {announcement}
        </div>
      </SlipEditorContext>
    </SlipContext>
  )
}
