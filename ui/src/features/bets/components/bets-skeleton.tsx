import { Skeleton } from '#ui/components/ui/skeleton.tsx'

/** Looks like rows of singles, below the band of column labels. */
export function BetsSkeleton() {
  return (
    <div className="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface">
      <div className="h-8 bg-raised" />
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="flex h-28 flex-col gap-2.5 px-4 py-3.5">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
          <Skeleton className="mt-auto h-3 w-1/4" />
        </div>
      ))}
    </div>
  )
}
