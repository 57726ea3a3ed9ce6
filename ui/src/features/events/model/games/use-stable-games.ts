// Keeps a list of games still while the pointer or the focus is in use inside it: nothing is added, moved or removed.
// Games that leave the list meanwhile stay in place, closed.
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Game } from '#services/contract/contract.ts'

/** The time after the last pointer movement until the list may change again. */
export const IDLE_MS = 8_000

/** The previous list with its games updated, or closed where they have left the current list. */
function keepOrder(previous: Game[], current: Game[]): Game[] {
  const byId = new Map(current.map((game) => [game.id, game]))
  return previous.map((game) => byId.get(game.id) ?? (game.bettable ? { ...game, bettable: false } : game))
}

/** The games to show, whether they are held, and the event handlers for the list's element. */
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
  /** Not from one of the list's stops to the next: the game that the focus goes to might be gone before it is there. */
  const leave = ({ currentTarget, relatedTarget }: Pick<FocusEvent, 'currentTarget' | 'relatedTarget'>) => {
    if (!currentTarget.contains(relatedTarget)) release()
  }
  return { games, isInUse, handlers: { onPointerMove: hold, onPointerLeave: release, onFocus: hold, onBlur: leave } }
}
