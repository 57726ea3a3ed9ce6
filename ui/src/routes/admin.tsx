import { createFileRoute } from '@tanstack/react-router'
import { AdminPage } from '#ui/features/admin/admin-page.tsx'
import { parseAdminSearch } from '#ui/features/admin/model/search.ts'
import { AccessDeniedPage } from '#ui/features/auth/access-denied-page.tsx'
import { requireAdmin } from '#ui/features/auth/model/guards.ts'

export const Route = createFileRoute('/admin')({
  validateSearch: parseAdminSearch,
  beforeLoad: ({ location }) => requireAdmin(location.href),
  component: function Admin() {
    const { isAdmin } = Route.useRouteContext()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    if (!isAdmin) return <AccessDeniedPage />
    return <AdminPage search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  },
})
