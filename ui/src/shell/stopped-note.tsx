import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { OctagonX } from 'lucide-react'
import type { Game } from '#services/contract/contract.ts'
import { gamesOfTheDayQuery, liveGamesQuery } from '#ui/data/games.ts'
import { stopped as texts } from '#ui/lib/messages/stopped.ts'

/** A note on the main page while the desk has stopped betting; nothing otherwise, and while the games are unknown. */
export function StoppedNote() {
  const isMain = useLocation({ select: ({ pathname }) => pathname === '/' })
  return isMain && <Note />
}

/**
 * The last element of the page, so that nothing above it moves as it comes and goes. Sticks to the lower edge of the
 * screen, above the slip on a phone, so it is in view from the start. Only reads the games: the page fetches them.
 */
function Note() {
  const text = textOf([
    ...(useQuery({ ...liveGamesQuery(), enabled: false }).data ?? []),
    ...(useQuery({ ...gamesOfTheDayQuery(), enabled: false }).data ?? []),
  ])
  return (
    <div
      role="status"
      className="pointer-events-none sticky bottom-[calc(var(--bottom-nav-height)+env(safe-area-inset-bottom)+var(--overlay-height))] z-10 flex justify-center px-2"
    >
      {text !== null && (
        <p className="pointer-events-auto mb-2 flex items-center gap-2 rounded-control border border-warning bg-raised px-4 py-2 text-body shadow-float">
          <OctagonX aria-hidden="true" className="size-4 shrink-0 text-warning" />
          {text}
        </p>
      )}
    </div>
  )
}

/** Counts a game once even if it is in both lists. Null while betting goes on everywhere. */
function textOf(games: readonly Pick<Game, 'id' | 'stopped' | 'stopped_markets'>[]): string | null {
  if (games.some(({ stopped }) => stopped === 'all')) return texts.all
  const isStopped = (game: (typeof games)[number]) => game.stopped === 'event'
  const events = new Set(games.filter(isStopped).map(({ id }) => id)).size
  const inPart = games.filter((game) => !isStopped(game) && (game.stopped_markets?.length ?? 0) > 0)
  const markets = new Set(inPart.map(({ id }) => id)).size
  if (events > 0 && markets > 0) return texts.both(events, markets)
  return events > 0 ? texts.events(events) : markets > 0 ? texts.markets(markets) : null
}
