import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Statistics, User } from '#services/contract/contract.ts'
import { chipStyle } from '#ui/components/filter-chips.tsx'
import { Money } from '#ui/components/money.tsx'
import { PasswordForm } from '#ui/components/password-form.tsx'
import { QueryState } from '#ui/components/query-state.tsx'
import { Badge } from '#ui/components/ui/badge.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { Tabs } from '#ui/components/ui/tabs.tsx'
import { signOut } from '#ui/data/auth.ts'
import { betsFailed } from '#ui/data/bets.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { useSession } from '#ui/lib/session.ts'
import { setTheme, type Theme, useTheme } from '#ui/lib/theme.ts'
import { statisticsQuery } from './api/statistics.ts'
import type { ProfileTab } from './model/profile-tabs.ts'

export type ProfilePageProps = { tab: ProfileTab; onTab: (tab: ProfileTab) => void }

export function ProfilePage({ tab, onTab }: ProfilePageProps) {
  const user = useSession()?.user
  if (!user) return null
  return (
    <div>
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
          <Role user={user} />
        </div>
      </div>
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

function Role({ user }: { user: User }) {
  return user.is_admin ? <Badge>Admin</Badge> : <p className="text-muted text-second">Bettor</p>
}

function Overview({ user }: { user: User }) {
  return (
    <div className="grid gap-3 pt-4 sm:grid-cols-2">
      {user.is_admin ? (
        <Entry to="/admin" title={messages.admin.title} text="Users, balances and bets" />
      ) : (
        <div className="rounded-card border border-border bg-surface p-4">
          <p className="text-muted text-second">Balance</p>
          <Money amount={user.balance} className="text-figure" />
          <p className="mt-1 text-muted text-second">{messages.slip.contactSupport}</p>
        </div>
      )}
      <Entry to="/my-bets" title={messages.bets.title} text="Open and settled bets" />
      <Entry to="/livegames" title={messages.games.liveGames} text="Everything in play" />
      <Entry to="/responsible-gambling" title="Responsible Gambling" text="Limits worth setting for yourself. 18+" />
    </div>
  )
}

type EntryProps = { to: '/admin' | '/my-bets' | '/livegames' | '/responsible-gambling'; title: string; text: string }

function Entry({ to, title, text }: EntryProps) {
  return (
    <Link
      to={to}
      className="flex min-h-20 items-center justify-between gap-3 rounded-card border border-border bg-surface p-4 transition-colors hover:border-strong hover:bg-inset"
    >
      <span>
        <span className="block font-semibold text-section">{title}</span>
        <span className="text-muted text-second">{text}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </Link>
  )
}

function StatisticsPanel() {
  const query = useQuery(statisticsQuery())
  return (
    <div className="pt-4">
      <QueryState
        query={query}
        loading="Loading your statistics…"
        skeleton={
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
              <Skeleton key={key} className="h-[5.25rem] rounded-card" />
            ))}
          </div>
        }
        empty={null}
        errorMessage={betsFailed}
      >
        {(statistics) => <Tiles statistics={statistics} />}
      </QueryState>
    </div>
  )
}

function Tiles({ statistics }: { statistics: Statistics }) {
  const { pnl, avgBet, totalBets } = statistics
  const result = pnl > 0 ? 'text-accent' : pnl < 0 ? 'text-lost' : ''
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Tile name="Total bets">{totalBets}</Tile>
      <Tile name="Open bets">{statistics.openBets}</Tile>
      <Tile name="Average bet">{totalBets === 0 ? '–' : formatEuros(avgBet)}</Tile>
      <Tile name="Total stake">{formatEuros(statistics.totalStake)}</Tile>
      <Tile name="Total winnings">{formatEuros(statistics.totalWinnings)}</Tile>
      <Tile name="Profit and loss">
        <span className={result}>{formatEuros(pnl, true)}</span>
      </Tile>
    </dl>
  )
}

function Tile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="rounded-card border border-border bg-surface p-4">
      <dt className="text-muted text-second">{name}</dt>
      <dd className="mt-0.5 truncate font-[650] text-[1.25rem] leading-7 tracking-[-0.015em]">{children}</dd>
    </div>
  )
}

const themes: { value: Theme; label: string }[] = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
]

function Settings() {
  const theme = useTheme()
  const navigate = useNavigate()
  const leave = async () => {
    // First away from this page, or its guard would ask to sign in again.
    await navigate({ to: '/' })
    await signOut()
  }
  return (
    <div className="flex flex-col gap-3 pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-border bg-surface p-4">
        <p aria-hidden="true" className="font-medium text-body">
          Theme
        </p>
        <fieldset className="flex gap-2">
          <legend className="sr-only">Theme</legend>
          {themes.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={theme === value}
              onClick={() => setTheme(value)}
              className={chipStyle(theme === value)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </div>
      <section className="rounded-card border border-border bg-surface p-4" aria-labelledby="password-heading">
        <h2 id="password-heading" className="font-medium text-body">
          Password
        </h2>
        <p className="mb-4 text-muted text-second">Changing it signs you out everywhere but here.</p>
        <div className="max-w-[26rem]">
          <PasswordForm />
        </div>
      </section>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-border bg-surface p-4">
        <div>
          <p className="font-medium text-body">Session</p>
          <p className="text-muted text-second">Signing out removes everything of your account from this browser.</p>
        </div>
        <Button variant="danger" onClick={() => void leave()}>
          <LogOut aria-hidden="true" className="size-4" />
          {messages.auth.signOut}
        </Button>
      </div>
    </div>
  )
}
