// Games that were on the board when they ended keep their place for a while: nobody loses the row being read.
import { useEffect, useState } from 'react'
import type { Game } from '#services/contract/contract.ts'

export const FINISHED_MS = 120_000
/** The time in which a row fades before its place closes. */
export const FADE_MS = 200

export type Board = {
  live: Game[]
  all: Game[]
  /** The live games, and those that ended here. */
  games: Game[]
  /** When each of the ended games did, in milliseconds of this machine's clock. */
  endedAt: ReadonlyMap<string, number>
}

/**
 * The board after a change of the list or of the time. Of the games that are not live any more, those that are still
 * listed have ended; what the list has lost without that was withdrawn and goes at once.
 */
function nextBoard(previous: Board | null, live: Game[], all: Game[], now: number): Board {
  if (previous === null) return { live, all, games: live, endedAt: new Map() }
  const isOver = (since: number) => now - since >= FINISHED_MS + FADE_MS
  if (previous.live === live && previous.all === all && ![...previous.endedAt.values()].some(isOver)) return previous
  const liveIds = new Set(live.map((game) => game.id))
  const listed = new Map(all.map((game) => [game.id, game]))
  const endedAt = new Map<string, number>()
  const ended = previous.games.flatMap((before) => {
    if (liveIds.has(before.id)) return []
    const since = previous.endedAt.get(before.id)
    const game = listed.get(before.id) ?? (since === undefined ? undefined : before)
    if (game === undefined || (since !== undefined && isOver(since))) return []
    endedAt.set(game.id, since ?? now)
    return [game]
  })
  return { live, all, games: ended.length === 0 ? live : [...live, ...ended], endedAt }
}

const NONE: ReadonlySet<string> = new Set()

/** `games` is undefined until the live ones are known; `leaving` are the ids of those that fade now. */
export function useFinishedGames(live: Game[] | undefined, all: Game[] | undefined) {
  const [board, setBoard] = useState<Board | null>(null)
  const [, setTime] = useState(0)
  const now = Date.now()
  const next = live === undefined || all === undefined ? board : nextBoard(board, live, all, now)
  if (next !== board) setBoard(next)

  const ends = [...(next?.endedAt.values() ?? [])].flatMap((at) => [at + FINISHED_MS, at + FINISHED_MS + FADE_MS])
  const nextChange = Math.min(...ends.filter((at) => at > now))
  useEffect(() => {
    if (!Number.isFinite(nextChange)) return
    const timer = setTimeout(() => setTime(nextChange), nextChange - Date.now())
    return () => clearTimeout(timer)
  }, [nextChange])

  const leaving = [...(next?.endedAt ?? [])].filter(([, at]) => now - at >= FINISHED_MS).map(([id]) => id)
  return { games: next?.games, leaving: leaving.length === 0 ? NONE : new Set(leaving) }
}
