import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { buttonStyle } from '#ui/components/ui/button.tsx'
import { sportsQuery } from '#ui/data/sports.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { ComingFilterChips, type ComingFilterProps } from './components/games/coming-filter-chips.tsx'
import { GameCards, GameCardsSkeleton } from './components/games/game-cards.tsx'
import { Section } from './components/section.tsx'
import { ShowAllButton } from './components/show-all-button.tsx'
import { SportCards, SportCardsSkeleton } from './components/sports/sport-cards.tsx'
import { byStart } from './model/games/league-groups.ts'
import { useLiveGames, useNextGames } from './model/games/use-games.ts'

const MAX_GAMES = 6

/**
 * Upcoming games, live games and all sports at a glance. Each section has its own loading, empty and error state: see
 * `QueryState`.
 */
export function HomePage({ when, onWhen }: ComingFilterProps) {
  const live = useLiveGames(null)
  const next = useNextGames(live.data, MAX_GAMES, when)
  const sports = useQuery(sportsQuery())
  return (
    <>
      <PageTitle hidden>Today at a glance</PageTitle>
      <Section title={messages.games.upcoming} filters={<ComingFilterChips when={when} onWhen={onWhen} />}>
        <QueryState
          query={next}
          loading={messages.games.loadingUpcoming}
          skeleton={<GameCardsSkeleton count={MAX_GAMES} />}
          empty={
            <EmptyNotice
              hint={when === 'favourites' && messages.games.noFavouritesHint}
              action={
                when !== null && (
                  <ShowAllButton onClick={() => onWhen(null)}>{messages.games.showAllTimes}</ShowAllButton>
                )
              }
            >
              {messages.games.noUpcoming}
            </EmptyNotice>
          }
        >
          {(games) => <GameCards games={games} isFresh={next.isFresh} />}
        </QueryState>
      </Section>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-card border border-border bg-surface p-5">
        <div>
          <h2 className="text-section">{messages.games.liveBetting}</h2>
          <p className="mt-0.5 text-body text-muted">Prices move with the game. Yours is fixed the moment you bet.</p>
        </div>
        <Link to="/livegames" className={buttonStyle({ variant: 'primary' })}>
          {messages.games.liveGames}
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
      <Section title={messages.games.liveNow}>
        <QueryState
          query={live}
          loading={messages.games.loadingLive}
          skeleton={<GameCardsSkeleton count={MAX_GAMES} />}
          empty={<EmptyNotice hint={messages.games.noLiveHint}>{messages.games.noLive}</EmptyNotice>}
        >
          {(games) => <GameCards games={[...games].sort(byStart).slice(0, MAX_GAMES)} isFresh={live.isFresh} />}
        </QueryState>
      </Section>
      <Section title={messages.games.allSports}>
        <QueryState
          query={sports}
          loading={messages.sports.loading}
          skeleton={<SportCardsSkeleton />}
          empty={<EmptyNotice>{messages.sports.none}</EmptyNotice>}
        >
          {(families) => <SportCards sports={families} as="h3" />}
        </QueryState>
      </Section>
    </>
  )
}
