import { Skeleton } from '#ui/components/ui/skeleton.tsx'

export function LeagueLinksSkeleton() {
  return (
    <div className="overflow-hidden rounded-card border border-border bg-surface">
      {/* The first row leaves room for the loading text. */}
      <div className="min-h-13" />
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <div key={key} className="flex min-h-13 items-center gap-3 border-border border-t px-4">
          <Skeleton className="h-3 w-[1.125rem]" />
          <Skeleton className="h-3.5 w-44" />
        </div>
      ))}
    </div>
  )
}
