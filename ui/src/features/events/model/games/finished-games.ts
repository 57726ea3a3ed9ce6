// A game that ends on the board keeps its place for a while, so that nobody loses the row being read.
import { useEffect, useState } from 'react'
import type { Game } from '#services/contract/contract.ts'

export const FINISHED_MS = 120_000
/** How long a row fades before it is removed. */
export const FADE_MS = 200

export type Board = {
  live: Game[]
  all: Game[]
  /** The live games, and those that ended on this board. */
  games: Game[]
  /** When each of the ended games ended, in milliseconds since 1970 by this machine's clock. */
  endedAt: ReadonlyMap<string, number>
}

/**
 * The board after a change of the list or of the time. A game that is no longer live but still listed has ended. One
 * that is no longer listed at all was withdrawn and goes at once, unless it had ended before.
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

/** `games` is undefined until the live games are known; `leaving` holds the ids of those that are fading. */
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
