import { Suspense } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { messages } from '#ui/lib/messages.ts'
import { useSession } from '#ui/lib/session.ts'

const NewsCount = lazyPart(() => import('#ui/features/bets/news-count.tsx'))

/**
 * 'My Bets', with the number of bets settled since the last visit. The number sits in a corner, on a phone of the icon
 * above, so that nothing moves when it appears. On wide screens it ends where the next item begins.
 */
export function MyBetsLabel() {
  const isBettor = useSession()?.user.is_admin === false
  return (
    <span className="relative">
      {messages.bets.title}
      {isBettor && (
        <Suspense fallback={null}>
          <NewsCount className="absolute -top-7 left-1/2 ml-1.5 bg-text! text-page! lg:-top-3.5 lg:-right-3 lg:left-auto" />
        </Suspense>
      )}
    </span>
  )
}
