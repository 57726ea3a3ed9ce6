import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { messages } from '#ui/lib/messages.ts'
import { subscribeSignOut, useSession } from '#ui/lib/session.ts'
import { WIDE_SCREEN } from '#ui/lib/use-media-query.ts'
import { removedText, shortcutHint, toggledText } from './announcements.ts'
import { rememberOpener, rememberPrice } from './opener.ts'
import { idlePlacement, withoutError } from './placement.ts'
import { type SlipChange, slipMode } from './reducer.ts'
import { type Slip, SlipContext, type SlipEditor, SlipEditorContext } from './slip-context.ts'
import { usePlacementState } from './use-placement-state.ts'
import { useStoredSlip } from './use-stored-slip.ts'

/** The slip of the whole app. */
export function SlipProvider({ children }: { children: ReactNode }) {
  const [state, change] = useStoredSlip()
  const [isOpen, setIsOpen] = useState(false)
  const [placement, setPlacement] = usePlacementState()
  const [announcement, announce] = useState('')

  const account = useSession()?.user.id ?? null
  const { owner } = state
  useEffect(() => {
    if (account !== null && account !== owner) change({ type: 'own', account })
  }, [account, owner, change])
  useEffect(
    () =>
      subscribeSignOut(() => {
        change({ type: 'forget' })
        setPlacement((before) => (before.phase === 'idle' ? idlePlacement : before))
      }),
    [change, setPlacement],
  )

  const { selections } = state
  /** Any edit clears the last error. */
  const edit = useCallback(
    (action: SlipChange) => {
      change(action)
      setPlacement(withoutError)
    },
    [change, setPlacement],
  )
  const mode = slipMode(state)
  const isLocked = placement.phase !== 'idle'

  const slip = useMemo<Slip>(() => {
    const selected = new Set(selections.map((selection) => selection.betKey))
    const unlessLocked = (apply: () => void) => (isLocked ? announce(messages.slip.locked) : apply())
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
        unlessLocked(() => {
          edit({ type: 'remove', betKeys: [betKey] })
          announce(removedText(selections, betKey))
        }),
      clear: () =>
        unlessLocked(() => {
          edit({ type: 'clear' })
          announce(messages.slip.cleared)
        }),
      toggle: (selection) => {
        rememberPrice()
        if (matchMedia(WIDE_SCREEN).matches) setOpen(true)
        unlessLocked(() => {
          edit({ type: 'toggle', selection })
          announce(toggledText(selections, selection) + shortcutHint())
        })
      },
      add: (selection) =>
        unlessLocked(() => {
          edit({ type: 'add', selection })
          if (!selected.has(selection.betKey)) announce(toggledText(selections, selection))
        }),
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
      removePlaced: (betKeys) => change({ type: 'remove', betKeys }),
      placement,
      setPlacement,
      announce,
    }),
    [state, placement, edit, change, setPlacement],
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
