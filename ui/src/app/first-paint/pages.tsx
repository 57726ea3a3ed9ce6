import { Skeleton, Skeletons } from '#ui/components/ui/skeleton.tsx'
import { BetsSkeleton } from '#ui/features/bets/components/bets-skeleton.tsx'
import { EventSkeleton } from '#ui/features/events/components/event/event-skeleton.tsx'
import { FIRST_GAMES } from '#ui/features/events/components/games/first-games.tsx'
import { GameCardsSkeleton } from '#ui/features/events/components/games/game-cards.tsx'
import { GameListSkeleton, WINDOW_OF_GAMES } from '#ui/features/events/components/games/game-list-skeleton.tsx'
import { Section } from '#ui/features/events/components/section.tsx'
import { LeagueLinksSkeleton } from '#ui/features/events/components/sports/league-links-skeleton.tsx'
import { SportCardsSkeleton } from '#ui/features/events/components/sports/sport-cards.tsx'
import { ResultsSkeleton } from '#ui/features/results/components/results-skeleton.tsx'
import { messages } from '#ui/lib/messages.ts'
import { DeskFrame, ShellFrame } from './frames.tsx'
import { Chips, ComingChips, Crumbs, Loads, Title } from './parts.tsx'

export const HomePaint = () => (
  <ShellFrame>
    <Section title={messages.games.upcoming} filters={<ComingChips />}>
      <Loads text={messages.games.loadingUpcoming}>
        <GameCardsSkeleton count={FIRST_GAMES} />
      </Loads>
    </Section>
  </ShellFrame>
)

export const SportsPaint = () => (
  <ShellFrame current="/sports">
    <div className="mb-4 flex items-center pointer-coarse:min-h-11">
      <Title>{messages.sports.title}</Title>
    </div>
    <Loads text={messages.sports.loading}>
      <SportCardsSkeleton />
    </Loads>
  </ShellFrame>
)

export const LeaguesPaint = () => (
  <ShellFrame current="/sports">
    <Crumbs />
    <Skeleton className="mb-4 h-7 w-32" />
    <Loads text={messages.sports.loadingLeagues}>
      <LeagueLinksSkeleton />
    </Loads>
  </ShellFrame>
)

export const LeaguePaint = () => (
  <ShellFrame>
    <Crumbs />
    <Section title={messages.games.gamesOfTheDay} filters={<ComingChips />}>
      <Loads text={messages.games.loadingGamesOfTheDay}>
        <GameListSkeleton rows={WINDOW_OF_GAMES} />
      </Loads>
    </Section>
  </ShellFrame>
)

export const EventPaint = () => (
  <ShellFrame>
    <EventSkeleton />
  </ShellFrame>
)

export const LivePaint = () => (
  <ShellFrame current="/livegames">
    <div className="mb-4 flex items-center pointer-coarse:min-h-11">
      <Title>{messages.games.liveGames}</Title>
    </div>
    <Chips count={5} />
    <div className="mt-4">
      <Loads text={messages.games.loadingLive}>
        <GameListSkeleton rows={8} />
      </Loads>
    </div>
  </ShellFrame>
)

export const ResultsPaint = () => (
  <ShellFrame>
    <Title className="mb-1">{messages.results.title}</Title>
    <p className="mb-3 text-muted text-second">{messages.results.zone}</p>
    <Chips count={7} />
    <Chips count={4} />
    <div className="mt-3">
      <ResultsSkeleton />
    </div>
  </ShellFrame>
)

export const MyBetsPaint = () => (
  <ShellFrame current="/my-bets">
    <Title className="pb-4">{messages.bets.title}</Title>
    <Skeleton className="h-12 rounded-control pointer-coarse:h-13" />
    <div className="flex gap-2 overflow-hidden py-3 max-sm:pb-8">
      <Skeletons count={3} className="touch h-9 w-32 shrink-0 rounded-control" />
    </div>
    <BetsSkeleton />
  </ShellFrame>
)

export const ProfilePaint = () => (
  <ShellFrame current="/profile">
    <div className="flex items-center gap-4 pb-4">
      <Skeleton className="size-13 shrink-0 rounded-full" />
      <div className="flex flex-col gap-2">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-3 w-16" />
      </div>
    </div>
    <div className="h-10 border-border border-b pointer-coarse:h-11" />
    <div className="grid gap-3 pt-4 sm:grid-cols-3">
      <Skeleton className="h-40 rounded-card sm:col-span-3" />
      <Skeletons count={3} className="h-20 rounded-card" />
    </div>
  </ShellFrame>
)

/** A page of text: a title and lines below it. */
export const TextPaint = () => (
  <ShellFrame>
    <Skeleton className="mb-5 h-7 w-48" />
    <div className="flex max-w-[42rem] flex-col gap-3">
      <Skeletons count={8} className="h-4" />
    </div>
  </ShellFrame>
)

type DeskPaintProps = Omit<Parameters<typeof DeskFrame>[0], 'children'>

export const DeskPaint = (props: DeskPaintProps) => (
  <DeskFrame {...props}>
    <div className="flex flex-col gap-3 rounded-card border border-border bg-surface p-4">
      <Skeletons count={9} className="h-5" />
    </div>
  </DeskFrame>
)
