import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { buttonStyle } from '#ui/components/ui/button.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { PageTop } from '#ui/layout/page-top.tsx'
import { messages } from '#ui/lib/messages.ts'
import { ComingFilterChips, type ComingFilterProps } from './components/games/coming-filter-chips.tsx'
import { FIRST_GAMES, useFirstGames } from './components/games/first-games.tsx'
import { GameList } from './components/games/game-list.tsx'
import { GameListSkeleton } from './components/games/game-list-skeleton.tsx'
import { Section } from './components/section.tsx'
import { ShowAllButton } from './components/show-all-button.tsx'
import { SportFilter } from './components/sports/sport-filter.tsx'
import { useGameCounts } from './model/games/use-game-counts.ts'
import { stillLive, useGamesOfTheDay, useLiveGames } from './model/games/use-games.ts'
import { useIsSeen } from './model/games/use-is-seen.ts'
import { findSport } from './model/sports/sports.ts'

type MainPageProps = ComingFilterProps & { sport: string | null; onSport: (sport: string | null) => void }

/**
 * Games of the Day and live games, of all sports or one. Each section has its own loading, empty and error state: see
 * `QueryState`.
 */
export function MainPage({ sport, onSport, when, onWhen }: MainPageProps) {
  const live = useLiveGames(sport)
  const [listRef, isSeen] = useIsSeen()
  const gamesOfTheDay = useGamesOfTheDay(sport, live.data, when, isSeen)
  const listId = useId()
  const first = useFirstGames(gamesOfTheDay.data, listId)
  const count = useGameCounts()
  const name = sport === null ? null : (findSport(sport)?.name ?? sport)
  const elsewhere =
    sport === null ? (
      <Link to="/sports" className={buttonStyle({})}>
        {messages.sports.title}
      </Link>
    ) : (
      <ShowAllButton onClick={() => onSport(null)}>{messages.games.showAllSports}</ShowAllButton>
    )
  return (
    <>
      <PageTitle hidden documentTitle="Games of the Day and live odds">
        Games of the Day and live odds
      </PageTitle>
      <PageTop>
        <SportFilter sport={sport} onSport={onSport} count={count} />
      </PageTop>
      <Section
        title={messages.games.gamesOfTheDay}
        suffix={name}
        filters={<ComingFilterChips when={when} onWhen={onWhen} />}
        aside={first.button}
      >
        <div id={listId} ref={listRef}>
          <QueryState
            query={{ ...gamesOfTheDay, data: first.games }}
            loading={messages.games.loadingGamesOfTheDay}
            skeleton={<GameListSkeleton rows={FIRST_GAMES} />}
            empty={
              <EmptyNotice
                hint={when === 'favourites' && messages.games.noFavouritesHint}
                action={
                  when !== null ? (
                    <ShowAllButton onClick={() => onWhen(null)}>{messages.games.showAllTimes}</ShowAllButton>
                  ) : (
                    elsewhere
                  )
                }
              >
                {name === null ? messages.games.noGamesOfTheDay : messages.games.noSportGames(name)}
              </EmptyNotice>
            }
          >
            {(games) => <GameList games={games} isFresh={gamesOfTheDay.isFresh} />}
          </QueryState>
        </div>
      </Section>
      <Section
        isLater
        title={messages.games.live}
        suffix={[name, !live.error && countText(live.data ?? [])].filter(Boolean).join(' · ')}
        aside={
          <Link to="/livegames" className={buttonStyle({ size: 'sm' })}>
            {messages.games.allLive}
            <ChevronRight aria-hidden="true" className="size-4" />
          </Link>
        }
      >
        <QueryState
          query={live}
          loading={messages.games.loadingLive}
          skeleton={<GameListSkeleton rows={4} />}
          empty={
            <EmptyNotice hint={messages.games.noLiveHint} action={elsewhere}>
              {name === null ? messages.games.noLive : messages.games.noLiveSport(name)}
            </EmptyNotice>
          }
        >
          {(games) => <GameList key={sport} games={games} isFresh={live.isFresh} leaving={live.leaving} keepsLeagues />}
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

/** '18 games in 7 leagues'; null without any. */
function countText(shown: Game[]): string | null {
  const games = stillLive(shown)
  const count = games.length
  const leagues = new Set(games.map((game) => game.league_key)).size
  if (count === 0) return null
  return `${count === 1 ? '1 game' : `${count} games`} in ${leagues === 1 ? '1 league' : `${leagues} leagues`}`
}
