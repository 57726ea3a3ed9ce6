import type { Game } from '#services/contract/contract.ts'
import { Flag } from '#ui/components/flag.tsx'
import { Skeleton, Skeletons } from '#ui/components/ui/skeleton.tsx'
import { sidesOf } from '../../model/games/league-groups.ts'
import { leagueName } from '../../model/sports/league-name.ts'
import { usePicks } from '../../model/use-picks.ts'
import { GameItem } from './game-row.tsx'

/** A few games side by side, each under its league. */
export function GameCards({ games, isFresh }: { games: Game[]; isFresh: boolean }) {
  const { selectedKey, pick } = usePicks()
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {games.map((game) => (
        <li key={game.id} className="overflow-hidden rounded-card border border-border bg-surface">
          <h3 className="flex items-center gap-2.5 border-border border-b bg-inset px-4 py-2 font-semibold text-second">
            <Flag country={game.country} />
            <span className="truncate">{leagueName(game.league_title, game.country)}</span>
          </h3>
          <ul>
            <GameItem
              game={game}
              sides={sidesOf([game])}
              selectedKey={selectedKey(game.id)}
              isFresh={isFresh}
              onPick={pick}
            />
          </ul>
        </li>
      ))}
    </ul>
  )
}

export function GameCardsSkeleton({ count }: { count: number }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {Array.from({ length: count }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all equal and never reordered
          key={index}
          className="flex h-[11.25rem] flex-col overflow-hidden rounded-card border border-border bg-surface"
        >
          <div className="h-9 shrink-0 border-border border-b bg-inset" />
          <div className="flex flex-col gap-2.5 px-4 pt-3">
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-3.5 w-36" />
            <Skeleton className="h-3.5 w-28" />
          </div>
          <div className="mt-auto grid grid-cols-3 gap-1.5 px-4 pb-2.5">
            <Skeletons count={3} className="h-11 rounded-control" />
          </div>
        </div>
      ))}
    </div>
  )
}
