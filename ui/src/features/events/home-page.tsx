import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { Game } from '#services/contract/contract.ts'
import { Flag } from '#ui/components/flag.tsx'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { buttonStyle } from '#ui/components/ui/button.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { sportsQuery } from '#ui/data/sports.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { GameRow } from './components/games/game-row.tsx'
import { Section } from './components/section.tsx'
import { SportCards, SportCardsSkeleton } from './components/sports/sport-cards.tsx'
import { byStart, sidesOf } from './model/games/league-groups.ts'
import { useGamesOfTheDay, useLiveGames } from './model/games/use-games.ts'
import { leagueName } from './model/sports/league-name.ts'
import { usePicks } from './model/use-picks.ts'

const SHOWN = 6

/** A quick look: what is next, what is on, and all sports. */
export function HomePage() {
  const live = useLiveGames(null)
  const next = useGamesOfTheDay(null, live.data, SHOWN)
  const sports = useQuery(sportsQuery())
  return (
    <>
      <PageTitle hidden>Today at a glance</PageTitle>
      <Section title={messages.games.upcoming}>
        <QueryState
          query={next}
          loading={messages.games.loadingUpcoming}
          skeleton={<GameCardsSkeleton />}
          isEmpty={(games) => games.length === 0}
          empty={<EmptyNotice>{messages.games.noUpcoming}</EmptyNotice>}
        >
          {(games) => <GameCards games={games} fresh={next.fresh} />}
        </QueryState>
      </Section>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-card border border-border bg-surface p-5">
        <div>
          <h2 className="text-section">{messages.games.liveBetting}</h2>
          <p className="mt-0.5 text-body text-muted">Prices move with the game. Yours is struck the moment you bet.</p>
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
          skeleton={<GameCardsSkeleton />}
          isEmpty={(games) => games.length === 0}
          empty={<EmptyNotice hint={messages.games.noLiveHint}>{messages.games.noLive}</EmptyNotice>}
        >
          {(games) => <GameCards games={[...games].sort(byStart).slice(0, SHOWN)} fresh />}
        </QueryState>
      </Section>
      <Section title={messages.games.allSports}>
        <QueryState
          query={sports}
          loading={messages.sports.loading}
          skeleton={<SportCardsSkeleton />}
          isEmpty={(families) => families.length === 0}
          empty={<EmptyNotice>{messages.sports.none}</EmptyNotice>}
        >
          {(families) => <SportCards sports={families} as="h3" />}
        </QueryState>
      </Section>
    </>
  )
}

function GameCards({ games, fresh }: { games: Game[]; fresh: boolean }) {
  const { selectedOf, pick } = usePicks()
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {games.map((game) => (
        <li key={game.id} className="overflow-hidden rounded-card border border-border bg-surface">
          <h3 className="flex items-center gap-2.5 border-border border-b bg-inset px-4 py-2 text-second">
            <Flag country={game.country} />
            <span className="truncate">{leagueName(game.league_title, game.country)}</span>
          </h3>
          <ul>
            <GameRow
              game={game}
              sides={sidesOf([game])}
              selectedKey={selectedOf(game.id)}
              fresh={fresh}
              onPick={pick}
            />
          </ul>
        </li>
      ))}
    </ul>
  )
}

function GameCardsSkeleton() {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-[11.25rem] rounded-card" />
      ))}
    </div>
  )
}
