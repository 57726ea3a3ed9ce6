import { LoadingText } from '#ui/components/query-state.tsx'
import { Skeleton, Skeletons } from '#ui/components/ui/skeleton.tsx'
import { messages } from '#ui/lib/messages.ts'

export function EventSkeleton() {
  return (
    <div className="relative">
      <div className="mb-2 h-6.5 pt-1">
        <LoadingText>{messages.event.loading}</LoadingText>
      </div>
      <div className="flex h-27.5 flex-col justify-center gap-3 rounded-card border border-border bg-surface p-4">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-4 w-40" />
      </div>
      <div className="flex flex-col gap-3 pt-4">
        <MarketSkeleton />
        <MarketSkeleton />
      </div>
    </div>
  )
}

const MarketSkeleton = () => (
  <div className="flex h-28 flex-col rounded-card border border-border bg-surface">
    <div className="flex h-12 shrink-0 items-center border-border border-b px-4">
      <Skeleton className="h-4 w-32" />
    </div>
    <div className="m-auto grid w-full grid-cols-2 gap-1.5 px-3">
      <Skeletons count={2} className="h-11 rounded-control" />
    </div>
  </div>
)
