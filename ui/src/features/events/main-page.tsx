import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { GameList } from './components/games/game-list.tsx'
import { GameListSkeleton } from './components/games/game-list-skeleton.tsx'
import { Section } from './components/section.tsx'
import { SportFilter } from './components/sports/sport-filter.tsx'
import { StreamStatus } from './components/stream-status.tsx'
import { useGamesOfTheDay, useLiveGames } from './model/games/use-games.ts'
import { findSport } from './model/sports/sports.ts'

type MainPageProps = { sport: string | null; onSport: (sport: string | null) => void }

/** Games of the Day and live games, of all sports or one. */
export function MainPage({ sport, onSport }: MainPageProps) {
  const live = useLiveGames(sport)
  const gamesOfTheDay = useGamesOfTheDay(sport, live.data)
  const name = sport === null ? null : (findSport(sport)?.name ?? sport)
  return (
    <>
      <PageTitle hidden documentTitle="Games of the Day and live odds">
        Games of the Day and live odds
      </PageTitle>
      <SportFilter sport={sport} onSport={onSport} />
      <Section title={messages.games.gamesOfTheDay} suffix={name}>
        <QueryState
          query={gamesOfTheDay}
          loading={messages.games.loadingGamesOfTheDay}
          skeleton={<GameListSkeleton rows={14} />}
          empty={
            <EmptyNotice action={sport !== null && <ShowAll onSport={onSport} />}>
              {name === null ? messages.games.noGamesOfTheDay : messages.games.noSportGames(name)}
            </EmptyNotice>
          }
        >
          {(games) => <GameList games={games} isFresh={gamesOfTheDay.isFresh} />}
        </QueryState>
      </Section>
      <Section
        title={messages.games.live}
        suffix={[name, !live.error && countText(live.data?.length ?? 0)].filter(Boolean).join(' · ')}
        aside={<StreamStatus />}
      >
        <QueryState
          query={live}
          loading={messages.games.loadingLive}
          skeleton={<GameListSkeleton rows={4} />}
          empty={
            <EmptyNotice hint={messages.games.noLiveHint} action={sport !== null && <ShowAll onSport={onSport} />}>
              {name === null ? messages.games.noLive : messages.games.noLiveSport(name)}
            </EmptyNotice>
          }
        >
          {(games) => <GameList games={games} />}
        </QueryState>
      </Section>
      <Link
        to="/sports"
        className="mt-6 flex min-h-12 items-center justify-between rounded-card border border-border bg-surface px-4 font-medium text-body hover:bg-inset"
      >
        {messages.sports.title}
        <ChevronRight aria-hidden="true" className="size-4 text-muted" />
      </Link>
    </>
  )
}

function countText(count: number): string | null {
  if (count === 0) return null
  return count === 1 ? '1 game' : `${count} games`
}

function ShowAll({ onSport }: { onSport: (sport: string | null) => void }) {
  return (
    <button
      type="button"
      onClick={() => onSport(null)}
      className="rounded-control px-3 py-2 font-semibold text-accent text-body hover:underline touch"
    >
      Show all sports
    </button>
  )
}
