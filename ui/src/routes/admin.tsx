import { createFileRoute } from '@tanstack/react-router'
import { AccessDenied } from '../features/auth/access-denied.tsx'
import { requireAdmin } from '../features/auth/guards.ts'

export const Route = createFileRoute('/admin')({
  beforeLoad: ({ location }) => requireAdmin(location.href),
  component: function Admin() {
    const { isAdmin } = Route.useRouteContext()
    return isAdmin ? null : <AccessDenied />
  },
})
