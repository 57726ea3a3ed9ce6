// Watches over play on every page: the reality check, the notice of a break, and the end of a blocked account's
// session. Loaded for signed-in users when the page is idle.

import { Fragment, Suspense } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { useIsBlocked } from '#ui/lib/blocked.ts'
import { useSession } from '#ui/lib/session.ts'
import { BreakNotice } from './components/break-notice.tsx'
import { RealityCheck } from './components/reality-check.tsx'

const BlockedDialog = lazyPart(() => import('./components/blocked-dialog.tsx'))

export default function PlayWatch() {
  const session = useSession()
  const isBlocked = useIsBlocked()
  const isBettor = session !== null && !session.user.is_admin && !session.passwordChangeRequired
  return (
    <>
      {isBettor && (
        <Fragment key={session.token}>
          <BreakNotice userId={session.user.id} />
          <RealityCheck userId={session.user.id} />
        </Fragment>
      )}
      {isBlocked && (
        <Suspense fallback={null}>
          <BlockedDialog />
        </Suspense>
      )}
    </>
  )
}
