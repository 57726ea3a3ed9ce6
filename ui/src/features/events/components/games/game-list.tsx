import { clsx } from 'clsx'
import { lazy, Suspense, useMemo } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { groupByLeague, type LeagueGroup } from '../../model/games/league-groups.ts'
import { useSteady } from '../../model/games/use-stable-games.ts'
import { usePicks } from '../../model/use-picks.ts'
import { GameRow } from './game-row.tsx'
import { LeagueHeading } from './league-heading.tsx'

/** Above this many games only the rows near the screen are kept in the document. */
const VIRTUAL_FROM = 100
const VirtualGames = lazy(() => import('./virtual-game-list.tsx'))

export type GameListProps = {
  games: Game[]
  /** False while the games come from an earlier visit: their prices are then not offered. */
  fresh?: boolean
  /** The level of the league headings. */
  headings?: 'h2' | 'h3'
}

/** A list whose games come and go by themselves, but not under the hand. */
export function SteadyGameList({ games: current, ...rest }: GameListProps) {
  const { games, handlers } = useSteady(current)
  return (
    <div {...handlers}>
      <GameList games={games} {...rest} />
    </div>
  )
}

/** Games under their leagues, by start. */
export function GameList({ games, fresh = true, headings = 'h3' }: GameListProps) {
  const groups = useMemo(() => groupByLeague(games), [games])
  if (games.length > VIRTUAL_FROM)
    return (
      <Suspense fallback={<GameListSkeleton rows={8} />}>
        <VirtualGames groups={groups} fresh={fresh} headings={headings} />
      </Suspense>
    )
  return (
    <div className="flex flex-col gap-4">
      {groups.map((group) => (
        <LeagueTable key={group.key} group={group} fresh={fresh} headings={headings} />
      ))}
    </div>
  )
}

function LeagueTable({ group, fresh, headings }: { group: LeagueGroup; fresh: boolean; headings: 'h2' | 'h3' }) {
  const { selectedOf, pick } = usePicks()
  return (
    <section className="@container/league overflow-hidden rounded-card border border-border bg-surface">
      <LeagueHeading group={group} as={headings} />
      <ul>
        {group.games.map((game) => (
          <GameRow
            key={game.id}
            game={game}
            sides={group.sides}
            selectedKey={selectedOf(game.id)}
            fresh={fresh}
            onPick={pick}
          />
        ))}
      </ul>
    </section>
  )
}

/** Rows in their final height while the games are on their way. */
export function GameListSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div className="overflow-hidden rounded-card border border-border bg-surface">
      <div className="h-[2.6875rem] border-border border-b bg-inset" />
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
          key={row}
          className={clsx('@container/row border-border', row > 0 && 'border-t')}
        >
          <div className="grid gap-x-4 gap-y-2.5 px-4 py-3 @wide/row:grid-cols-[4.75rem_minmax(0,1fr)_17.25rem_2.5rem] @wide/row:items-center @wide/row:py-2.5">
            <Skeleton className="h-5 w-14" />
            <div className="flex h-11 flex-col justify-evenly">
              <Skeleton className="h-3.5 w-36" />
              <Skeleton className="h-3.5 w-28" />
            </div>
            <div className="grid grid-cols-3 gap-2">
              <Skeleton className="h-11 rounded-control" />
              <Skeleton className="h-11 rounded-control" />
              <Skeleton className="h-11 rounded-control" />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}
