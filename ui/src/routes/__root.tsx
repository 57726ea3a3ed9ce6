import { createRootRoute, Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { runWhenIdle } from '#ui/app/run-when-idle.ts'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { refreshSession } from '#ui/data/auth.ts'
import { requireDuties } from '#ui/features/auth/model/guards.ts'
import { useGuardRefresh } from '#ui/features/auth/model/use-guard-refresh.ts'
import { useChangesElsewhere } from '#ui/lib/display-settings.ts'
import { LiveUpdates } from '#ui/lib/live/live-updates.tsx'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
import { NotFoundPage } from '#ui/shell/not-found-page.tsx'
import { Shell } from '#ui/shell/shell.tsx'

const PageNotes = lazyPart(() => import('#ui/shell/page-notes.tsx'))

export const Route = createRootRoute({
  beforeLoad: ({ location }) => requireDuties(location),
  component: Root,
  notFoundComponent: () => (
    <Shell>
      <NotFoundPage />
    </Shell>
  ),
})

function Root() {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => runWhenIdle(() => setIsIdle(true)), [])
  useEffect(() => {
    // On failure the balance stays outdated until the next reply or push.
    refreshSession().catch(() => {})
  }, [])
  useGuardRefresh()
  const changesElsewhere = useChangesElsewhere()
  return (
    <LiveUpdates>
      <SlipProvider>
        <Outlet key={changesElsewhere} />
        {isIdle && (
          <Suspense fallback={null}>
            <PageNotes />
          </Suspense>
        )}
      </SlipProvider>
    </LiveUpdates>
  )
}
