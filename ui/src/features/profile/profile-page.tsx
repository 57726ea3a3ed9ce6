import type { User } from '#services/contract/contract.ts'
import { Badge } from '#ui/components/ui/badge.tsx'
import { Tabs } from '#ui/components/ui/tabs.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { play } from '#ui/lib/messages/betting/play.ts'
import { useSession } from '#ui/lib/session.ts'
import { LimitsPanel } from './components/limits/limits-panel.tsx'
import { Overview } from './components/overview.tsx'
import { PerformancePanel } from './components/performance.tsx'
import { Settings } from './components/settings.tsx'
import { AccountStatement } from './components/statement/statement.tsx'
import { StatisticsPanel } from './components/statistics-panel.tsx'
import type { ProfileTab } from './model/profile-tabs.ts'
import type { StatementSearch } from './model/statement-choice.ts'

export type ProfileSearch = StatementSearch & { tab?: ProfileTab }
type ProfilePageProps = { search: ProfileSearch; onSearch: (search: ProfileSearch) => void }

/**
 * The tabs of the profile. Limits and statistics are about betting, so only bettors have them; auditors have no money
 * either.
 */
export function ProfilePage({ search: { tab = 'overview', ...statement }, onSearch }: ProfilePageProps) {
  const user = useSession()?.user
  if (!user) return null
  const lines = <AccountStatement user={user} search={statement} onSearch={(next) => onSearch({ tab, ...next })} />
  const ofMoney = user.is_admin
    ? { value: 'statistics' as const, label: 'Statement', panel: <div className="pt-4">{lines}</div> }
    : {
        value: 'statistics' as const,
        label: 'Statistics',
        panel: (
          <div className="flex flex-col gap-3">
            <StatisticsPanel />
            <PerformancePanel />
            {lines}
          </div>
        ),
      }
  const items = [
    { value: 'overview' as const, label: 'Overview', panel: <Overview user={user} /> },
    ...(user.read_only ? [] : [ofMoney]),
    ...(user.is_admin ? [] : [{ value: 'limits' as const, label: play.tab, panel: <LimitsPanel userId={user.id} /> }]),
    { value: 'settings' as const, label: 'Settings', panel: <Settings user={user} /> },
  ]
  return (
    <div>
      <ProfileHeader user={user} />
      <Tabs<ProfileTab>
        label="Profile"
        value={items.some(({ value }) => value === tab) ? tab : 'overview'}
        onValueChange={(next) => onSearch(next === 'overview' ? {} : { tab: next })}
        items={items}
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
        <PageTitle documentTitle="Profile" className="[overflow-wrap:anywhere]">
          {user.username}
        </PageTitle>
        {user.is_admin ? (
          <Badge>{user.read_only ? 'Auditor' : 'Admin'}</Badge>
        ) : (
          <p className="text-muted text-second">Bettor</p>
        )}
      </div>
    </div>
  )
}
