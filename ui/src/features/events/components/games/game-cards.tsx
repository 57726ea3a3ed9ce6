import type { Game } from '#services/contract/contract.ts'
import { Flag } from '#ui/components/flag.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
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
          <h3 className="flex items-center gap-2.5 border-border border-b bg-inset px-4 py-2 text-second">
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
      <Skeletons count={count} className="h-[11.25rem] rounded-card" />
    </div>
  )
}
