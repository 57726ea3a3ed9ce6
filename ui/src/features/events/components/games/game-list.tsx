import { clsx } from 'clsx'
import { Suspense, useEffect, useMemo, useRef } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { groupByLeague, type LeagueGroup } from '../../model/games/league-groups.ts'
import { useStableGames } from '../../model/games/use-stable-games.ts'
import { usePicks } from '../../model/use-picks.ts'
import { GameListSkeleton } from './game-list-skeleton.tsx'
import { GameItem } from './game-row.tsx'
import { LeagueHeading } from './league-heading.tsx'
import type { GroupsView } from './virtual-game-list.tsx'

/** Above this number of games, only rows near the screen are rendered. */
const VIRTUAL_FROM = 100
const VirtualGameList = lazyPart(() => import('./virtual-game-list.tsx'))
const NONE: ReadonlySet<string> = new Set()

type GameListProps = {
  games: Game[]
  /** False while the prices may be outdated: they cannot be picked then. */
  isFresh?: boolean
  leaving?: GroupsView['leaving']
  /** Leagues keep their order while games come and go. */
  keepsLeagues?: boolean
  /** The level of the league headings. */
  headings?: 'h2' | 'h3'
}

/** Games by league and start, in one card. Rows are not added, moved or removed while the visitor is using the list. */
export function GameList(props: GameListProps) {
  const { isFresh = true, keepsLeagues = false, headings = 'h3' } = props
  const { games, isInUse, handlers } = useStableGames(props.games)
  const groups = useLeagueGroups(games, keepsLeagues)
  const view = { isFresh, headings, leaving: isInUse ? NONE : (props.leaving ?? NONE) }
  return (
    <div {...handlers} className="overflow-hidden rounded-card border border-border bg-surface">
      {games.length > VIRTUAL_FROM ? (
        <Suspense fallback={<GameListSkeleton rows={8} isBare />}>
          <VirtualGameList groups={groups} {...view} />
        </Suspense>
      ) : (
        groups.map((group, index) => <LeagueTable key={group.key} group={group} isFirst={index === 0} {...view} />)
      )}
    </div>
  )
}

function useLeagueGroups(games: Game[], keepsLeagues: boolean): LeagueGroup[] {
  const shown = useRef<LeagueGroup[]>([])
  const groups = useMemo(() => groupByLeague(games, shown.current, keepsLeagues), [games, keepsLeagues])
  useEffect(() => {
    shown.current = groups
  }, [groups])
  return groups
}

function LeagueTable({
  group,
  isFirst,
  isFresh,
  headings,
  leaving,
}: GroupsView & { group: LeagueGroup; isFirst: boolean }) {
  const { selectedKey, pick } = usePicks()
  return (
    <section className={clsx('@container/league border-border', !isFirst && 'border-t')}>
      <LeagueHeading group={group} as={headings} />
      <ul>
        {group.games.map((game) => (
          <GameItem
            key={game.id}
            game={game}
            sides={group.sides}
            selectedKey={selectedKey(game.id)}
            isFresh={isFresh}
            isLeaving={leaving.has(game.id)}
            onPick={pick}
          />
        ))}
      </ul>
    </section>
  )
}
