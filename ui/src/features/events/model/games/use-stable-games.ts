// Keeps a list of games still while the pointer moves or the focus is inside it: nothing is added, moved or removed. A
// game that leaves the list meanwhile stays in its place, closed.
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Game } from '#services/contract/contract.ts'

/** How long after the last pointer movement the list may change again. */
export const IDLE_MS = 8_000

/** The previous list with its games updated, or closed if they have left the current list. */
function keepOrder(previous: Game[], current: Game[]): Game[] {
  const byId = new Map(current.map((game) => [game.id, game]))
  return previous.map((game) => byId.get(game.id) ?? (game.bettable ? { ...game, bettable: false } : game))
}

/** The games to show, whether they are held in place, and the event handlers for the list's element. */
export function useStableGames(current: Game[]) {
  const [isInUse, setIsInUse] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown = useRef(current)
  const games = useMemo(() => (isInUse ? keepOrder(shown.current, current) : current), [isInUse, current])
  useEffect(() => {
    shown.current = games
  }, [games])
  useEffect(() => () => clearTimeout(timer.current), [])

  const hold = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsInUse(false), IDLE_MS)
    setIsInUse(true)
  }
  const release = () => {
    clearTimeout(timer.current)
    setIsInUse(false)
  }
  /** Not when the focus moves within the list: the row that it moves to could be removed before it arrives. */
  const leave = ({ currentTarget, relatedTarget }: Pick<FocusEvent, 'currentTarget' | 'relatedTarget'>) => {
    if (!currentTarget.contains(relatedTarget)) release()
  }
  return { games, isInUse, handlers: { onPointerMove: hold, onPointerLeave: release, onFocus: hold, onBlur: leave } }
}
