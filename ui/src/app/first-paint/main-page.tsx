import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { FIRST_GAMES } from '#ui/features/events/components/games/first-games.tsx'
import { GameListSkeleton } from '#ui/features/events/components/games/game-list-skeleton.tsx'
import { Section } from '#ui/features/events/components/section.tsx'
import { messages } from '#ui/lib/messages.ts'
import { ShellFrame } from './frames.tsx'
import { ComingChips } from './parts.tsx'

/** About as wide as the names of the sports. */
const CHIP_WIDTHS = ['w-13', 'w-28', 'w-31', 'w-22', 'w-28', 'w-22', 'w-24', 'w-22', 'w-24', 'w-24', 'w-24']

export function MainPaint() {
  return (
    <ShellFrame
      current="/"
      top={
        <div className="pt-2">
          <div className="flex gap-1.5 py-1 md:flex-wrap">
            {CHIP_WIDTHS.map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are never reordered
              <Skeleton key={index} className={`touch h-8.5 shrink-0 rounded-full ${width}`} />
            ))}
          </div>
        </div>
      }
    >
      <Section
        title={messages.games.gamesOfTheDay}
        filters={<ComingChips />}
        aside={<Skeleton className="touch h-8.5 w-28 rounded-control" />}
      >
        <GameListSkeleton rows={FIRST_GAMES} />
      </Section>
    </ShellFrame>
  )
}
