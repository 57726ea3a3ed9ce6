import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useState } from 'react'
import { messages } from '#ui/lib/messages.ts'
import { subscribeSignOut, useSession } from '#ui/lib/session.ts'
import { WIDE_SCREEN } from '#ui/lib/use-media-query.ts'
import { useStorageEvent } from '#ui/lib/use-storage-event.ts'
import { removedText, shortcutHint, toggledText } from './announcements.ts'
import { rememberOpener, rememberPrice } from './opener.ts'
import { idlePlacement, withoutError } from './placement.ts'
import { emptySlip, type SlipAction, slipMode, slipReducer } from './reducer.ts'
import { type Slip, SlipContext, type SlipEditor, SlipEditorContext } from './slip-context.ts'
import { parseSlip, readSlip, SLIP_STORAGE_KEY, writeSlip } from './storage.ts'
import { usePendingSubmissions } from './use-pending-submissions.ts'

/** The slip of the whole application. */
export function SlipProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(slipReducer, null, readSlip)
  const [isOpen, setIsOpen] = useState(false)
  const [placement, setPlacement] = useState(idlePlacement)
  const [announcement, announce] = useState('')
  // before the screen shows it: what a bettor sees as picked survives leaving the page at once
  useLayoutEffect(() => writeSlip(state), [state])
  // All tabs show the same slip.
  useStorageEvent(SLIP_STORAGE_KEY, (stored) => dispatch({ type: 'restore', state: parseSlip(stored) }))
  usePendingSubmissions(setPlacement)

  const account = useSession()?.user.id ?? null
  const { owner } = state
  useEffect(() => {
    if (account !== null && account !== owner) dispatch({ type: 'own', account })
  }, [account, owner])
  useEffect(
    () =>
      subscribeSignOut(() => {
        dispatch({ type: 'restore', state: emptySlip })
        setPlacement((before) => (before.phase === 'idle' ? idlePlacement : before))
      }),
    [],
  )

  const { selections } = state
  /** What the bettor does answers the last error. */
  const edit = useCallback((action: SlipAction) => {
    dispatch(action)
    setPlacement(withoutError)
  }, [])
  const mode = slipMode(state)
  const isLocked = placement.phase !== 'idle'

  const slip = useMemo<Slip>(() => {
    const selected = new Set(selections.map((selection) => selection.betKey))
    const change = (apply: () => void) => (isLocked ? announce(messages.slip.locked) : apply())
    const setOpen = (next: boolean) => {
      if (next) rememberOpener()
      setIsOpen(next)
    }
    return {
      selections,
      mode,
      isOpen,
      setOpen,
      isLocked,
      isSelected: (betKey) => selected.has(betKey),
      remove: (betKey) =>
        change(() => {
          edit({ type: 'remove', betKeys: [betKey] })
          announce(removedText(selections, betKey))
        }),
      clear: () =>
        change(() => {
          edit({ type: 'clear' })
          announce(messages.slip.cleared)
        }),
      toggle: (selection) => {
        rememberPrice()
        if (matchMedia(WIDE_SCREEN).matches) setOpen(true)
        change(() => {
          edit({ type: 'toggle', selection })
          announce(toggledText(selections, selection) + shortcutHint())
        })
      },
    }
  }, [selections, mode, isOpen, isLocked, edit])

  const editor = useMemo<SlipEditor>(
    () => ({
      state,
      setMode: (next) => edit({ type: 'mode', mode: next }),
      setStake: (stake) => edit({ type: 'stake', stake }),
      setOwnStake: (betKey, stake) => edit({ type: 'own-stake', betKey, stake }),
      setPolicy: (policy) => edit({ type: 'policy', policy }),
      acceptOdds: (odds) => edit({ type: 'accept', odds }),
      removePlaced: (betKeys) => dispatch({ type: 'remove', betKeys }),
      placement,
      setPlacement,
      announce,
    }),
    [state, placement, edit],
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
