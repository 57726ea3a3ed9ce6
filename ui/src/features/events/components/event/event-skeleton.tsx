import { LoadingText } from '#ui/components/query-state.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { messages } from '#ui/lib/messages.ts'

export function EventSkeleton() {
  return (
    <div className="relative">
      <LoadingText overlay>{messages.event.loading}</LoadingText>
      <Skeleton className="h-36 rounded-card" />
      <Skeleton className="mt-4 h-28 rounded-card" />
      <Skeleton className="mt-3 h-28 rounded-card" />
    </div>
  )
}
