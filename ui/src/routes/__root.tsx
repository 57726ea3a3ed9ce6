import { createRootRoute, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { runWhenIdle } from '#ui/app/run-when-idle.ts'
import { refreshSession } from '#ui/data/auth.ts'
import { requireOwnPassword } from '#ui/features/auth/model/guards.ts'
import { useGuardRefresh } from '#ui/features/auth/model/use-guard-refresh.ts'
import { LiveUpdates } from '#ui/lib/live/live-updates.tsx'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
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
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => runWhenIdle(() => setIsIdle(true)), [])
  useEffect(() => {
    // A failure leaves an outdated balance, which the next reply or push corrects.
    refreshSession().catch(() => {})
  }, [])
  useGuardRefresh()
  return (
    <LiveUpdates>
      <SlipProvider>
        <Outlet />
        {isIdle && (
          <Suspense fallback={null}>
            <Toasts />
          </Suspense>
        )}
      </SlipProvider>
    </LiveUpdates>
  )
}
