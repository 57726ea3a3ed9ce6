// The slip for the whole application: `SlipProvider` around the shell, `useSlip()` for prices, header and slip.
// Light on purpose: it is part of the first load. What the slip looks like and does when placing is in slip-panel.tsx.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useReducer, useState } from 'react'
import { useSession } from '#ui/lib/session.ts'
import { BESIDE } from '#ui/lib/use-media-query.ts'
import { ATTEMPTS_STORAGE_KEY, readAttempts } from './pending-submissions.ts'
import { noPlacement, type Placement } from './placement.ts'
import { modeOf, type OddsPolicy, type SlipMode, type SlipState, slipReducer } from './reducer.ts'
import type { Selection } from './selection.ts'
import { parseSlip, readSlip, SLIP_STORAGE_KEY, writeSlip } from './storage.ts'

export interface Slip {
  /** In the order they were picked; at most one per event. */
  selections: Selection[]
  mode: SlipMode
  /**
   * Picks, replaces or takes out, and opens the slip where it stands beside the page; on a phone the peek bar says it
   * and the prices stay in reach. Nothing changes while `locked`.
   */
  toggle(selection: Selection): void
  remove(betKey: string): void
  clear(): void
  isSelected(betKey: string): boolean
  /** Whether the panel is open; on a phone, whether the sheet is drawn up: its peek bar shows whenever something is in it. */
  open: boolean
  setOpen(open: boolean): void
  /** While a bet is being placed, or its outcome is not known yet, the slip does not change. */
  locked: boolean
}

/** What only the slip itself needs: kept apart, so that typing a stake renders no price again. */
export interface SlipEntry {
  state: SlipState
  setMode(mode: SlipMode): void
  setStake(stake: string): void
  setOwnStake(betKey: string, stake: string): void
  setPolicy(policy: OddsPolicy): void
  /** Takes other odds than those picked, by betKey. */
  accept(odds: Record<string, string>): void
  /** Takes out what was placed, whether locked or not. */
  settleUp(betKeys: string[]): void
  placement: Placement
  setPlacement(change: (before: Placement) => Placement): void
  announce(text: string): void
}

const SlipContext = createContext<Slip | null>(null)
const SlipEntryContext = createContext<SlipEntry | null>(null)

export const LOCKED_TEXT = 'Your last bet has no answer yet. Finish it in the bet slip first.'

export function SlipProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(slipReducer, null, readSlip)
  const [open, setOpen] = useState(false)
  const [placement, setPlacement] = useState(noPlacement)
  const [announcement, announce] = useState('')
  useEffect(() => writeSlip(state), [state])
  useSlipOfOtherTabs((stored) => dispatch({ type: 'restore', state: stored }))

  useUnansweredBets(setPlacement)

  const { selections } = state
  const mode = modeOf(state)
  const locked = placement.phase !== 'idle'

  const slip = useMemo<Slip>(() => {
    const keys = new Set(selections.map((selection) => selection.betKey))
    const take = (betKeys: string[]) => {
      if (locked) return announce(LOCKED_TEXT)
      dispatch({ type: 'remove', betKeys })
      announce(betKeys.length === 1 ? removedText(selections, betKeys[0]) : 'Bet slip cleared.')
    }
    return {
      selections,
      mode,
      open,
      setOpen,
      locked,
      isSelected: (betKey) => keys.has(betKey),
      remove: (betKey) => take([betKey]),
      clear: () => take([...keys]),
      toggle: (selection) => {
        if (matchMedia(BESIDE).matches) setOpen(true)
        if (locked) return announce(LOCKED_TEXT)
        dispatch({ type: 'toggle', selection })
        announce(toggledText(selections, selection) + keyHint())
      },
    }
  }, [selections, mode, open, locked])

  const entry = useMemo<SlipEntry>(
    () => ({
      state,
      setMode: (next) => dispatch({ type: 'mode', mode: next }),
      setStake: (stake) => dispatch({ type: 'stake', stake }),
      setOwnStake: (betKey, stake) => dispatch({ type: 'own-stake', betKey, stake }),
      setPolicy: (policy) => dispatch({ type: 'policy', policy }),
      accept: (odds) => dispatch({ type: 'accept', odds }),
      settleUp: (betKeys) => dispatch({ type: 'remove', betKeys }),
      placement,
      setPlacement,
      announce,
    }),
    [state, placement],
  )

  return (
    <SlipContext value={slip}>
      <SlipEntryContext value={entry}>
        {children}
        <div role="status" aria-live="polite" className="sr-only">
          {announcement}
        </div>
      </SlipEntryContext>
    </SlipContext>
  )
}

export function useSlip(): Slip {
  const slip = useContext(SlipContext)
  if (slip === null) throw new Error('useSlip is used outside SlipProvider')
  return slip
}

export function useSlipEntry(): SlipEntry {
  const entry = useContext(SlipEntryContext)
  if (entry === null) throw new Error('useSlipEntry is used outside SlipProvider')
  return entry
}

/** Two tabs of one visitor show one slip. */
function useSlipOfOtherTabs(restore: (state: SlipState) => void) {
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === SLIP_STORAGE_KEY) restore(parseSlip(event.newValue))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  })
}

/**
 * Bets of this account whose answer never came, be it before a reload, wait in the slip for it. Another tab that gets the
 * answer frees this one.
 */
function useUnansweredBets(setPlacement: (change: (before: Placement) => Placement) => void) {
  const accountId = useSession()?.user.id ?? null
  useEffect(() => {
    const waiting = () => accountId !== null && readAttempts(accountId).length > 0
    const found = waiting()
    setPlacement((before) => {
      if (found) return before.phase === 'idle' ? { ...before, phase: 'unknown' } : before
      return before.phase === 'unknown' ? noPlacement : before
    })
    const onStorage = (event: StorageEvent) => {
      if (event.key !== ATTEMPTS_STORAGE_KEY || waiting()) return
      setPlacement((before) => (before.phase === 'unknown' ? noPlacement : before))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [accountId, setPlacement])
}

const counted = (count: number) => (count === 1 ? '1 selection' : `${count} selections`)

function toggledText(before: Selection[], picked: Selection): string {
  const present = before.find((selection) => selection.eventId === picked.eventId)
  if (present === undefined)
    return `${picked.selection} at ${picked.odds} added. ${counted(before.length + 1)} in the bet slip.`
  if (present.betKey === picked.betKey) return removedText(before, picked.betKey)
  return `${picked.selection} at ${picked.odds} replaces ${present.selection}. ${counted(before.length)} in the bet slip.`
}

/** Whoever picks with the keyboard hears of the key that leads on: see useStakeKey in slip-panel.tsx. */
const keyHint = (): string => (document.activeElement?.matches(':focus-visible') ? ' Press S for the stake.' : '')

function removedText(before: Selection[], betKey: string | undefined): string {
  const removed = before.find((selection) => selection.betKey === betKey)
  return `${removed?.selection ?? 'Selection'} removed. ${counted(Math.max(0, before.length - 1))} in the bet slip.`
}
