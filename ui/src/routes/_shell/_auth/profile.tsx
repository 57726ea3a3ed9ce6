import { createFileRoute } from '@tanstack/react-router'
import { PROFILE_TABS, type ProfileTab } from '#ui/features/profile/model/profile-tabs.ts'
import { ProfilePage } from '#ui/features/profile/profile-page.tsx'

export const Route = createFileRoute('/_shell/_auth/profile')({
  validateSearch: (search: Record<string, unknown>): { tab?: ProfileTab } => {
    const tab = PROFILE_TABS.find((known) => known === search.tab)
    return tab && tab !== 'overview' ? { tab } : {}
  },
  component: function Profile() {
    const { tab } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <ProfilePage
        tab={tab ?? 'overview'}
        onTab={(next) =>
          void navigate({ search: next === 'overview' ? {} : { tab: next }, resetScroll: false, replace: true })
        }
      />
    )
  },
})
