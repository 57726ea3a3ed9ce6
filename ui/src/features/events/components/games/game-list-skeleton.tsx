import { clsx } from 'clsx'
import { Skeleton, Skeletons } from '#ui/components/ui/skeleton.tsx'

/** Games usually come two to a league. */
const ROWS_PER_BAND = 2
/** Rows that fill a window. Used where the number of games is unknown, so that content below moves out of sight. */
export const WINDOW_OF_GAMES = 18

/** Bands and rows in their final geometry; `isBare` inside a card that stays. */
export function GameListSkeleton({ rows, isBare = false }: { rows: number; isBare?: boolean }) {
  return (
    <div className={clsx(!isBare && 'overflow-hidden rounded-card border border-border bg-surface')}>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all equal and never reordered
          key={row}
          className={clsx('@container/row border-border', row > 0 && 'border-t')}
        >
          {row % ROWS_PER_BAND === 0 && <div className="h-7 border-border border-b bg-inset" />}
          <div className="board-row @wide/row:board-columns">
            <div className="col-span-full flex flex-col gap-1.5 @wide/row:col-span-1">
              <Skeleton className="h-4.5 w-14 @wide/row:h-3 @wide/row:w-9" />
              <Skeleton className="hidden h-3 w-14 @wide/row:block" />
            </div>
            <div className="col-span-full flex h-11 flex-col justify-evenly @wide/row:col-span-2 @wide/row:h-9">
              <Skeleton className="h-3.5 w-36 @wide/row:h-3" />
              <Skeleton className="h-3.5 w-28 @wide/row:h-3" />
            </div>
            <div className="col-span-full grid grid-cols-3 gap-1.5 @wide/row:col-span-1">
              <Skeletons count={3} className="touch h-11 rounded-control @wide/row:h-9" />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}
