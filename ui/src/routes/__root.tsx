import { createRootRoute, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#ui/app/run-when-idle.ts'
import { refreshSession } from '#ui/data/auth.ts'
import { requireOwnPassword } from '#ui/features/auth/model/guards.ts'
import { useGuardedAgain } from '#ui/features/auth/model/use-guard-refresh.ts'
import { LiveData } from '#ui/lib/live/live-updates.tsx'
import { SlipProvider } from '#ui/model/slip/slip-context.tsx'
import { NotFoundPage } from '#ui/shell/not-found-page.tsx'
import { Shell } from '#ui/shell/shell.tsx'

const Toasts = lazy(() => import('#ui/components/ui/toast.tsx'))

export const Route = createRootRoute({
  beforeLoad: ({ location }) => requireOwnPassword(location),
  component: Root,
  notFoundComponent: () => (
    <Shell>
      <NotFoundPage />
    </Shell>
  ),
})

function Root() {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  useEffect(() => {
    // An outdated balance is no reason to fail: the next reply or push mends it.
    refreshSession().catch(() => {})
  }, [])
  useGuardedAgain()
  return (
    <LiveData>
      <SlipProvider>
        <Outlet />
        {idle && (
          <Suspense fallback={null}>
            <Toasts />
          </Suspense>
        )}
      </SlipProvider>
    </LiveData>
  )
}
