import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Button, buttonStyle } from '#ui/components/ui/button.tsx'
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
import { useHeldGames } from './model/games/use-held-games.ts'
import { useIsSeen } from './model/games/use-is-seen.ts'

const MAX_GAMES = 6

/**
 * Upcoming games, live games and all sports at a glance. Each section has its own loading, empty and error state: see
 * `QueryState`.
 */
export function HomePage({ when, onWhen }: ComingFilterProps) {
  const live = useLiveGames(null)
  const next = useNextGames(live.data, MAX_GAMES, when)
  const sports = useQuery(sportsQuery())
  const known = [live.data, next.all]
  const upcoming = useHeldSection(next.data, known, next.isFresh && !live.isPending, when)
  const earliest = useMemo(() => live.data && [...live.data].sort(byStart).slice(0, MAX_GAMES), [live.data])
  const inPlay = useHeldSection(earliest, known, live.isFresh && !live.isPending)
  return (
    <>
      <PageTitle hidden>Today at a glance</PageTitle>
      <Section
        title={messages.games.upcoming}
        news={upcoming.button}
        filters={<ComingFilterChips when={when} onWhen={onWhen} />}
      >
        <div {...upcoming.list}>
          <QueryState
            query={{ ...next, data: upcoming.games }}
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
        </div>
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
      <Section title={messages.games.liveNow} news={inPlay.button}>
        <div {...inPlay.list}>
          <QueryState
            query={{ ...live, data: inPlay.games }}
            loading={messages.games.loadingLive}
            skeleton={<GameCardsSkeleton count={MAX_GAMES} />}
            empty={
              // as high as the card of the first game that starts
              <div className="grid min-h-[11.25rem]">
                <EmptyNotice hint={messages.games.noLiveHint}>{messages.games.noLive}</EmptyNotice>
              </div>
            }
          >
            {(games) => <GameCards games={games} isFresh={live.isFresh} />}
          </QueryState>
        </div>
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

/**
 * The games of a section that stands still on screen: the props of their element, and the button that shows new ones.
 */
function useHeldSection(
  current: Game[] | undefined,
  known: readonly (Game[] | undefined)[],
  isReady: boolean,
  filter: string | null = null,
) {
  const [seenRef, isSeen] = useIsSeen()
  const element = useRef<HTMLDivElement>(null)
  const ref = useCallback(
    (list: HTMLDivElement) => {
      element.current = list
      return seenRef(list)
    },
    [seenRef],
  )
  const { games, waiting, show } = useHeldGames(current, known, { isSeen, isReady, filter })
  const button: ReactNode = waiting > 0 && (
    <Button
      size="sm"
      // no higher than the title's line: 32 px in 28
      className="-my-0.5 touch-around pointer-coarse:min-h-0"
      onClick={() => {
        show()
        // the focused button disappears
        element.current?.focus({ preventScroll: true })
      }}
    >
      {messages.games.showNew(waiting)}
    </Button>
  )
  return { games, button, list: { ref, tabIndex: -1, className: 'outline-none' } }
}
