// Keeps a list of games from moving under the hand: while the pointer or the focus is at work inside, nothing is
// added, moved or taken away. What is over meanwhile stays in its place, closed.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Game } from '#services/contract/contract.ts'

/** How long after the last movement the hand is taken to be away. */
export const STEADY_MS = 8_000

/** `previous` as it is now: changed where a newer state is known, closed where the game has left the list. */
export function steady(previous: Game[], current: Game[]): Game[] {
  const now = new Map(current.map((game) => [game.id, game]))
  return previous.map((game) => now.get(game.id) ?? (game.bettable ? { ...game, bettable: false } : game))
}

/** The games to show, and what the list's element has to report. */
export function useSteady(current: Game[]) {
  const [busy, setBusy] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown = useRef(current)
  const games = useMemo(() => (busy ? steady(shown.current, current) : current), [busy, current])
  useEffect(() => {
    shown.current = games
  }, [games])
  useEffect(() => () => clearTimeout(timer.current), [])

  const work = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setBusy(false), STEADY_MS)
    setBusy(true)
  }
  const rest = () => {
    clearTimeout(timer.current)
    setBusy(false)
  }
  return { games, handlers: { onPointerMove: work, onPointerLeave: rest, onFocus: work, onBlur: rest } }
}
