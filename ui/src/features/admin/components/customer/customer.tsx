import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Money } from '#ui/components/money.tsx'
import { Badge } from '#ui/components/ui/badge.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import type { AdminUser, UserStatistics } from '../../api/dashboard.ts'
import { useInitialFocus } from '../../model/use-initial-focus.ts'
import { CustomerSessions } from '../sessions/customer-sessions.tsx'
import { BlockUser } from './block-user.tsx'
import { DepositWithdraw } from './deposit-withdraw.tsx'
import { PayGoodwill } from './pay-goodwill.tsx'

interface CustomerProps {
  user: AdminUser
  statistics: UserStatistics | undefined
  /** The admin's own balance in euros, which deposits are taken from. */
  float: number
  /** The desk is a super admin's. */
  isSuperAdmin: boolean
  /** When opened by a click rather than by its address. */
  autoFocus: boolean
  onBack: () => void
}

/** One bettor: facts, deposits and withdrawals, blocking. */
export function Customer({ user, statistics, float, isSuperAdmin, autoFocus, onBack }: CustomerProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useInitialFocus(heading, autoFocus)
  return (
    <section aria-labelledby="edit-customer" className="flex flex-col gap-5 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" onClick={onBack}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {admin.backToUsers}
        </Button>
        <h3 ref={heading} tabIndex={-1} id="edit-customer" className="font-semibold text-section outline-none">
          {admin.editCustomer}
        </h3>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <p className="flex items-center gap-2 font-semibold text-section">
            {user.username}
            <Badge tone={user.is_blocked ? 'lost' : 'accent'}>{user.is_blocked ? 'Blocked' : 'Active'}</Badge>
          </p>
          <Money amount={user.balance} className="mt-1 block text-figure" />
        </div>
        <BlockUser user={user} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-4">
        <Fact label="Email">{user.email ?? admin.emailMissing}</Fact>
        <Fact label="Created by">{user.admin_creator ?? admin.system}</Fact>
        <Fact label="Created">{formatDayTime(user.created_at)}</Fact>
        <Fact label="Bets">{statistics?.totalBets ?? 0}</Fact>
        <Fact label="Total stake">
          <Money amount={statistics?.totalStake ?? 0} />
        </Fact>
        <Fact label="Total winnings">
          <Money amount={statistics?.totalWinnings ?? 0} />
        </Fact>
        <Fact label="Profit and loss">
          <Money amount={statistics?.pnl ?? 0} signed toned />
        </Fact>
        <Fact label="Average bet">
          <Money amount={statistics?.avgBet ?? 0} />
        </Fact>
      </dl>
      <DepositWithdraw user={user} float={float} />
      <PayGoodwill key={user.id} user={user} />
      <CustomerSessions username={user.username} mayRemoveFactor={isSuperAdmin} />
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-label text-muted">{label}</dt>
      <dd className="truncate font-medium text-body">{children}</dd>
    </div>
  )
}
