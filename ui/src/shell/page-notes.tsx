import { Suspense, useEffect } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import Toasts from '#ui/components/ui/toast.tsx'
import { useIsBlocked } from '#ui/lib/blocked.ts'
import { useSession } from '#ui/lib/session.ts'
import { keepFocus } from './keep-focus.ts'
import { StoppedNote } from './stopped-note.tsx'

const SettlementNews = lazyPart(() => import('#ui/features/bets/settlement-news.tsx'))
const PlayWatch = lazyPart(() => import('#ui/features/play/play-watch.tsx'))

/** What pages are told beside their own: below the last of them, or over them. Loaded when the page is idle. */
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

/** Visitors do not load it. Apart from the notifications, which would stand still while it loads, and go by unseen. */
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
