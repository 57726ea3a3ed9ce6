import { Suspense, useEffect } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import Toasts from '#ui/components/ui/toast.tsx'
import { useIsBlocked } from '#ui/lib/blocked.ts'
import { useSession } from '#ui/lib/session.ts'
import { keepFocus } from './keep-focus.ts'
import { StoppedNote } from './stopped-note.tsx'

const SettlementNews = lazyPart(() => import('#ui/features/bets/settlement-news.tsx'))
const PlayWatch = lazyPart(() => import('#ui/features/play/play-watch.tsx'))

/** Notes beside the page's own content, below its last part or over it. Loaded when the page is idle. */
export default function PageNotes() {
  useEffect(keepFocus, [])
  return (
    <>
      <Toasts />
      <StoppedNote />
      <WhenSignedIn />
    </>
  )
}

/**
 * Not loaded for visitors. Separate from the notifications: while this suspends, they would stand still and pass
 * unseen.
 */
function WhenSignedIn() {
  const isSignedIn = useSession() !== null
  const isBlocked = useIsBlocked()
  if (!isSignedIn && !isBlocked) return null
  return (
    <Suspense fallback={null}>
      {isSignedIn && <SettlementNews />}
      <PlayWatch />
    </Suspense>
  )
}
