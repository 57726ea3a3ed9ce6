import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { Game } from '#services/contract/contract.ts'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { GameListSkeleton, SteadyGameList } from './components/games/game-list.tsx'
import { Section } from './components/section.tsx'
import { SportFilter } from './components/sports/sport-filter.tsx'
import { StreamNote } from './components/stream-status.tsx'
import { useGamesOfTheDay, useLiveGames } from './model/games/use-games.ts'
import { sportChip } from './model/sports/sports.ts'

export type MainPageProps = { sport: string | null; onSport: (sport: string | null) => void }

/** What is on next and what is in play, of all sports or one. */
export function MainPage({ sport, onSport }: MainPageProps) {
  const live = useLiveGames(sport)
  const next = useGamesOfTheDay(sport, live.data)
  const name = sport === null ? null : (sportChip(sport)?.name ?? sport)
  return (
    <>
      <PageTitle hidden documentTitle="Games of the Day and live odds">
        Games of the Day and live odds
      </PageTitle>
      <SportFilter sport={sport} onSport={onSport} />
      <Section title={messages.games.gamesOfTheDay} suffix={name}>
        <QueryState
          query={next}
          loading={messages.games.loadingGamesOfTheDay}
          skeleton={<GameListSkeleton rows={14} />}
          isEmpty={(games) => games.length === 0}
          empty={
            <EmptyNotice action={sport !== null && <ShowAll onSport={onSport} />}>
              {name === null ? messages.games.noGamesOfTheDay : messages.games.noSportGames(name)}
            </EmptyNotice>
          }
        >
          {(games) => <SteadyGameList games={games} fresh={next.fresh} />}
        </QueryState>
      </Section>
      <Section
        title={messages.games.live}
        suffix={[name, !live.error && countGames(live.data ?? [])].filter(Boolean).join(' · ')}
        aside={<StreamNote />}
      >
        <QueryState
          query={live}
          loading={messages.games.loadingLive}
          skeleton={<GameListSkeleton rows={4} />}
          isEmpty={(games) => games.length === 0}
          empty={
            <EmptyNotice hint={messages.games.noLiveHint} action={sport !== null && <ShowAll onSport={onSport} />}>
              {name === null ? messages.games.noLive : messages.games.noLiveSport(name)}
            </EmptyNotice>
          }
        >
          {(games) => <SteadyGameList games={games} />}
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

function countGames({ length }: Game[]): string | null {
  if (length === 0) return null
  return length === 1 ? '1 game' : `${length} games`
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
