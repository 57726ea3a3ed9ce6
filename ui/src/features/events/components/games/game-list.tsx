import { lazy, Suspense, useMemo } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { groupByLeague, type LeagueGroup } from '../../model/games/league-groups.ts'
import { useStableGames } from '../../model/games/use-stable-games.ts'
import { usePicks } from '../../model/use-picks.ts'
import { GameListSkeleton } from './game-list-skeleton.tsx'
import { GameRow } from './game-row.tsx'
import { LeagueHeading } from './league-heading.tsx'

/** Above this number of games, only the rows near the screen are rendered. */
const VIRTUAL_FROM = 100
const VirtualGameList = lazy(() => import('./virtual-game-list.tsx'))

type GameListProps = {
  games: Game[]
  /** False while the games come from an earlier visit: their prices cannot be picked. */
  isFresh?: boolean
  /** The level of the league headings. */
  headings?: 'h2' | 'h3'
}

/** Games by league and start. The list does not change while the visitor is using it. */
export function GameList({ games: current, isFresh = true, headings = 'h3' }: GameListProps) {
  const { games, handlers } = useStableGames(current)
  const groups = useMemo(() => groupByLeague(games), [games])
  return (
    <div {...handlers}>
      {games.length > VIRTUAL_FROM ? (
        <Suspense fallback={<GameListSkeleton rows={8} />}>
          <VirtualGameList groups={groups} isFresh={isFresh} headings={headings} />
        </Suspense>
      ) : (
        <div className="flex flex-col gap-4">
          {groups.map((group) => (
            <LeagueTable key={group.key} group={group} isFresh={isFresh} headings={headings} />
          ))}
        </div>
      )}
    </div>
  )
}

type LeagueTableProps = { group: LeagueGroup; isFresh: boolean; headings: 'h2' | 'h3' }

function LeagueTable({ group, isFresh, headings }: LeagueTableProps) {
  const { selectedKey, pick } = usePicks()
  return (
    <section className="@container/league overflow-hidden rounded-card border border-border bg-surface">
      <LeagueHeading group={group} as={headings} />
      <ul>
        {group.games.map((game) => (
          <GameRow
            key={game.id}
            game={game}
            sides={group.sides}
            selectedKey={selectedKey(game.id)}
            isFresh={isFresh}
            onPick={pick}
          />
        ))}
      </ul>
    </section>
  )
}
