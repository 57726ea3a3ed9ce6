import { clsx } from 'clsx'
import { Skeleton, Skeletons } from '#ui/components/ui/skeleton.tsx'

/** Rows in their final height. */
export function GameListSkeleton({ rows }: { rows: number }) {
  return (
    <div className="overflow-hidden rounded-card border border-border bg-surface">
      <div className="h-[2.6875rem] border-border border-b bg-inset" />
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all equal and never move
          key={row}
          className={clsx('@container/row border-border', row > 0 && 'border-t')}
        >
          <div className="grid gap-x-4 gap-y-2.5 px-4 py-3 @wide/row:grid-cols-[4.75rem_minmax(0,1fr)_17.25rem_2.5rem] @wide/row:items-center @wide/row:py-2.5">
            <Skeleton className="h-5 w-14" />
            <div className="flex h-11 flex-col justify-evenly">
              <Skeleton className="h-3.5 w-36" />
              <Skeleton className="h-3.5 w-28" />
            </div>
            <div className="grid grid-cols-3 gap-2">
              <Skeletons count={3} className="h-11 rounded-control" />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}
