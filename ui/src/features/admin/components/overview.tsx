import { clsx } from 'clsx'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Dashboard } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { Badge } from '#ui/components/ui/badge.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { messages } from '#ui/lib/messages.ts'
import { useSession } from '#ui/lib/session.ts'

interface PanelCardProps {
  dashboard: Dashboard | undefined
  isFetching: boolean
  onReload: () => void
}

/** Who is signed in, and the admin's and the users' balances. */
export function PanelCard({ dashboard, isFetching, onReload }: PanelCardProps) {
  const user = useSession()?.user
  return (
    <section aria-labelledby="admin-panel" className="rounded-card border border-border bg-surface p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id="admin-panel" className="text-section">
            {messages.admin.panel}
          </h2>
          <p className="mt-0.5 flex flex-wrap items-center gap-2 text-muted text-second">
            {messages.admin.loggedInAs(user?.username ?? '')}
            {dashboard?.role === 'super-admin' && <Badge tone="warning">{messages.admin.superAdmin}</Badge>}
          </p>
        </div>
        <Button size="sm" onClick={onReload} disabled={isFetching}>
          <RefreshCw aria-hidden="true" className={clsx('size-3.5', isFetching && 'animate-spin')} />
          Reload
        </Button>
      </div>
      <dl className="mt-4 grid gap-4 sm:grid-cols-2">
        <Figure label="Admin Balance" hint="Your float: funds users">
          {dashboard && <Money amount={dashboard.currentAdminBalance} />}
        </Figure>
        <Figure label="User Balance" hint="In all wallets">
          {dashboard && <Money amount={dashboard.userBalance} />}
        </Figure>
      </dl>
    </section>
  )
}

/** The figures of the house. */
export function Summary({ dashboard }: { dashboard: Dashboard | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-4 p-4 lg:grid-cols-4">
      <Figure label="Total Users">{dashboard?.totalUsers.toLocaleString('en-IE')}</Figure>
      <Figure label="Total Bets">{dashboard?.totalBets.toLocaleString('en-IE')}</Figure>
      <Figure label="House Profit" hint="On settled bets">
        {dashboard && <Money amount={dashboard.houseProfit} signed toned />}
      </Figure>
      <Figure label="Open stakes" hint="Held for open bets">
        {dashboard && <Money amount={dashboard.openStakes} />}
      </Figure>
    </dl>
  )
}

function Figure({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-second">{label}</dt>
      <dd className="mt-0.5 text-figure">{children ?? <Skeleton className="h-8.5 w-32" />}</dd>
      {hint && <dd className="text-muted text-label">{hint}</dd>}
    </div>
  )
}
