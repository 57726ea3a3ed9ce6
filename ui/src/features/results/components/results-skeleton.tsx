import { Skeleton } from '#ui/components/ui/skeleton.tsx'

export function ResultsSkeleton() {
  return (
    <div className="overflow-hidden rounded-card border border-border bg-surface">
      {/* The band leaves room for the loading text. */}
      <div className="h-10 border-border border-b bg-inset" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="flex min-h-13 items-center gap-3 border-border border-t px-4 first:border-t-0">
          <Skeleton className="h-3 w-10" />
          <div className="flex flex-1 flex-col gap-1.5">
            <Skeleton className="h-3 w-40" />
            <Skeleton className="h-3 w-32" />
          </div>
        </div>
      ))}
    </div>
  )
}
