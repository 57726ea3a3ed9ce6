import type { User } from '#services/contract/contract.ts'
import { Badge } from '#ui/components/ui/badge.tsx'
import { Tabs } from '#ui/components/ui/tabs.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { useSession } from '#ui/lib/session.ts'
import { Overview } from './components/overview.tsx'
import { Settings } from './components/settings.tsx'
import { StatisticsPanel } from './components/statistics-panel.tsx'
import type { ProfileTab } from './model/profile-tabs.ts'

type ProfilePageProps = { tab: ProfileTab; onTab: (tab: ProfileTab) => void }

export function ProfilePage({ tab, onTab }: ProfilePageProps) {
  const user = useSession()?.user
  if (!user) return null
  return (
    <div>
      <ProfileHeader user={user} />
      <Tabs<ProfileTab>
        label="Profile"
        value={tab}
        onValueChange={onTab}
        items={[
          { value: 'overview', label: 'Overview', panel: <Overview user={user} /> },
          { value: 'statistics', label: 'Statistics', panel: <StatisticsPanel /> },
          { value: 'settings', label: 'Settings', panel: <Settings /> },
        ]}
      />
    </div>
  )
}

function ProfileHeader({ user }: { user: User }) {
  return (
    <div className="flex items-center gap-4 pb-4">
      <span
        aria-hidden="true"
        className="flex size-13 shrink-0 items-center justify-center rounded-full bg-raised font-semibold text-[1.25rem] uppercase"
      >
        {user.username.slice(0, 1)}
      </span>
      <div className="min-w-0">
        <PageTitle documentTitle="Profile" className="truncate">
          {user.username}
        </PageTitle>
        {user.is_admin ? <Badge>Admin</Badge> : <p className="text-muted text-second">Bettor</p>}
      </div>
    </div>
  )
}
