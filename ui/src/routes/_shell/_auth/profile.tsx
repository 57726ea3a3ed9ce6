import { createFileRoute } from '@tanstack/react-router'
import { PROFILE_TABS } from '#ui/features/profile/model/profile-tabs.ts'
import { ProfilePage, type ProfileSearch } from '#ui/features/profile/profile-page.tsx'
import { knownSearch } from '#ui/lib/address/known-search.ts'

export const Route = createFileRoute('/_shell/_auth/profile')({
  validateSearch: knownSearch(({ tab, kind, days }): ProfileSearch => {
    const known = PROFILE_TABS.find((one) => one === tab && one !== 'overview')
    return {
      ...(known && { tab: known }),
      // Not validated further: the statement knows the kinds.
      ...(typeof kind === 'string' && { kind }),
      ...(typeof days === 'number' && { days }),
    }
  }),
  component: function Profile() {
    const navigate = Route.useNavigate()
    return (
      <ProfilePage
        search={Route.useSearch()}
        onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      />
    )
  },
})
