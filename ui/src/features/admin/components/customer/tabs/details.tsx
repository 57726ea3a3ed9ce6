import type { ReactNode } from 'react'
import { Suspense } from 'react'
import type { Customer } from '#services/contract/contract.ts'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { OpeningPart } from '../../desk/panel-state.tsx'
import { Standing } from '../../users/user-columns.tsx'
import { BetCaps } from '../forms/bet-caps.tsx'
import { NewNote } from '../forms/new-note.tsx'
import { Notes } from './notes.tsx'
import { WhoLooked } from './who-looked.tsx'

const CustomerSessions = lazyPart(() =>
  import('../../sessions/customer-sessions.tsx').then((file) => ({ default: file.CustomerSessions })),
)

const text = (euros: number): string => formatEuros(euros.toFixed(2))

/** The customer's identity, the bettor's own limits and the caps, and the notes. */
export function Details({ customer }: { customer: Customer }) {
  const { user, limits, mayChangePassword, role } = customer
  const creator = user.admin_creator ?? admin.system
  const set = limits.limits.filter(({ amount, pending }) => amount !== null || pending !== null)
  return (
    <div className="opens-in-order grid gap-3 pt-3 lg:grid-cols-2">
      <Card title={customers.account}>
        <dl className="flex flex-col gap-2">
          <Fact label="Username">{user.username}</Fact>
          <Fact label="Email">{user.erased ? customers.erased : (user.email ?? admin.emailMissing)}</Fact>
          <Fact label="Created by">{creator}</Fact>
          <Fact label="Created">{formatDayTime(user.created_at)}</Fact>
          <Fact label="Status">
            <Standing user={user} />
          </Fact>
        </dl>
        {!mayChangePassword && role !== 'auditor' && (
          <p className="text-muted text-second">{customers.mayNotChange(creator)}</p>
        )}
      </Card>
      <Card title={customers.ownLimits}>
        {set.length === 0 ? (
          <p className="text-body text-muted">{customers.noOwnLimits}</p>
        ) : (
          <dl className="flex flex-col gap-2">
            {set.map(({ kind, period, used, amount }) => (
              <Fact key={`${kind}-${period}`} label={customers.limitOf(kind, period)}>
                {customers.limitUsed(text(used), amount === null ? customers.noCap : text(amount))}
              </Fact>
            ))}
          </dl>
        )}
        <p className="text-body">
          {limits.break === null
            ? customers.noBreak
            : customers.inBreak(
                limits.break.kind,
                limits.break.until === null ? customers.forGood : formatDayTime(limits.break.until),
              )}
        </p>
      </Card>
      {!user.closed && (
        <div className="min-w-0 rounded-card border border-border bg-surface p-4 lg:col-span-2">
          <Suspense fallback={<OpeningPart text={admin.loading} />}>
            <CustomerSessions username={user.username} mayRemoveFactor={role === 'super-admin'} />
          </Suspense>
        </div>
      )}
      <Card title={customers.caps}>
        {role === 'auditor' || user.closed ? (
          <ShownCaps caps={limits.perBet} />
        ) : (
          <BetCaps user={user} caps={limits.perBet} />
        )}
      </Card>
      <Card title={customers.notes}>
        {role !== 'auditor' && !user.erased && <NewNote userId={user.id} />}
        <Notes id={user.id} />
      </Card>
      {role !== 'admin' && (
        <Card title={customers.whoLooked}>
          <WhoLooked id={user.id} />
        </Card>
      )}
    </div>
  )
}

const ShownCaps = ({ caps: { stake, payout } }: { caps: Customer['limits']['perBet'] }) => (
  <dl className="flex flex-col gap-2">
    <Fact label={customers.maxStake}>{stake === null ? customers.noCap : text(stake)}</Fact>
    <Fact label={customers.maxPayout}>{payout === null ? customers.noCap : text(payout)}</Fact>
  </dl>
)

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="flex min-w-0 flex-col gap-3 rounded-card border border-border bg-surface p-4"
    >
      <h3 className="font-semibold text-body">{title}</h3>
      {children}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 text-body">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-right font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
