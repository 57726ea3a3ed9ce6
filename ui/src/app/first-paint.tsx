import { Skeleton, Skeletons } from '#ui/components/ui/skeleton.tsx'
import { FIRST_GAMES } from '#ui/features/events/components/games/first-games.tsx'
import { GameListSkeleton } from '#ui/features/events/components/games/game-list-skeleton.tsx'
import { Section } from '#ui/features/events/components/section.tsx'
import { PlainLogo } from '#ui/layout/logo.tsx'
import { messages } from '#ui/lib/messages.ts'

/** About as wide as the names of sports. */
const CHIP_WIDTHS = ['w-13', 'w-28', 'w-31', 'w-22', 'w-28', 'w-22', 'w-24', 'w-22', 'w-24', 'w-24', 'w-24']

/**
 * What / shows until its script has run, in the places of what comes: made into HTML when the pages are built, so that a slow
 * phone shows it a second earlier.
 */
export function FirstPaint() {
  return (
    <div aria-hidden="true">
      <div className="sticky top-0 z-40 border-border border-b bg-page">
        <div className="frame relative flex h-(--header-height) items-center">
          <PlainLogo hasNote />
        </div>
      </div>
      <div className="frame grid grid-cols-[minmax(0,1fr)] gap-x-6 xl:grid-cols-[minmax(0,1fr)_23.75rem]">
        <div className="col-span-full min-w-0 overflow-hidden pt-2">
          <div className="flex gap-1.5 py-1 md:flex-wrap">
            {CHIP_WIDTHS.map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never move
              <Skeleton key={index} className={`touch h-8.5 shrink-0 rounded-full ${width}`} />
            ))}
          </div>
        </div>
        <div className="min-w-0 pt-4">
          <Section
            title={messages.games.gamesOfTheDay}
            filters={
              <div className="flex gap-1.5 overflow-hidden py-1">
                <Skeletons count={4} className="touch h-8.5 w-24 shrink-0 rounded-full" />
              </div>
            }
            aside={<Skeleton className="touch h-8.5 w-28 rounded-control" />}
          >
            <GameListSkeleton rows={FIRST_GAMES} />
          </Section>
        </div>
      </div>
    </div>
  )
}
