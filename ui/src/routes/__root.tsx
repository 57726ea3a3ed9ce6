import { createRootRoute, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../app/idle.ts'
import { refreshSession } from '../features/auth/api.ts'
import { requireOwnPassword } from '../features/auth/guards.ts'
import { useGuardedAgain } from '../features/auth/use-guarded-again.ts'
import { NotFoundPage } from '../features/shell/not-found-page.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { SlipProvider } from '../features/slip/slip-context.tsx'
import { LiveData } from '../lib/live-data.tsx'

const Toasts = lazy(() => import('../components/ui/toast.tsx'))

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
