import { createFileRoute, Outlet } from '@tanstack/react-router'
import { DeskLayout } from '#ui/features/admin/components/frame/desk-layout.tsx'
import { AccessDeniedPage } from '#ui/features/auth/access-denied-page.tsx'
import { requireAdmin } from '#ui/features/auth/model/guards.ts'

export const Route = createFileRoute('/admin')({
  beforeLoad: ({ location }) => requireAdmin(location.href),
  component: function Admin() {
    const { isAdmin } = Route.useRouteContext()
    if (!isAdmin) return <AccessDeniedPage />
    return (
      <DeskLayout>
        <Outlet />
      </DeskLayout>
    )
  },
})
