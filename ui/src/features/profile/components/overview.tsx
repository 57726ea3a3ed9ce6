import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { User } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { closingQuery } from '#ui/data/closing.ts'
import { closing } from '#ui/lib/messages/access/closing.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { inSlip } from '#ui/lib/messages/slip.ts'
import { messages } from '#ui/lib/messages.ts'
import { MoneyRequests } from './requests/money-requests.tsx'
import { OwnRequests } from './requests/own-requests.tsx'

/**
 * A bettor's money and the pages for betting; for admins and auditors the way to the back office. Auditors have no
 * requests.
 */
export function Overview({ user }: { user: User }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-4 sm:grid-cols-6">
      {user.is_admin ? <OfDesk user={user} /> : <OfBettor user={user} />}
      {!user.read_only && (
        <div className="sm:col-span-6">
          <OwnRequests userId={user.id} />
        </div>
      )}
    </div>
  )
}

const OfDesk = ({ user }: { user: User }) => (
  <>
    <LinkCard to="/admin" title={admin.title} text="Users, balances and bets" className="sm:col-span-3" />
    {!user.read_only && (
      <LinkCard
        to="/admin/own-float"
        title="Own float"
        text="Its lines, its days and their close"
        className="sm:col-span-3"
      />
    )}
  </>
)

function OfBettor({ user }: { user: User }) {
  const asked = useQuery(closingQuery(user.id)).data?.requestedAt ?? null
  const isClosing = asked !== null
  return (
    <>
      <div className="rounded-card border border-border bg-surface p-4 sm:col-span-6">
        <p className="text-muted text-second">Balance</p>
        <Money amount={user.balance} className="text-figure" />
        {user.owed !== undefined && (
          <p className="mt-1 text-second text-warning">
            You owe <Money amount={user.owed} />: a result was corrected after it had been paid. Deposits and returns
            pay this first; until then no bet and no pay-out is accepted.
          </p>
        )}
        <p className="mt-1 text-muted text-second">{isClosing ? closing.takesNothing : inSlip.contactSupport}</p>
        <MoneyRequests user={user} isClosing={isClosing} />
      </div>
      <LinkCard to="/my-bets" title={messages.bets.title} text="Open and settled bets" className="sm:col-span-2" />
      <LinkCard to="/livegames" title={messages.games.liveGames} text="Everything in play" className="sm:col-span-2" />
      <LinkCard
        to="/responsible-gambling"
        title="Responsible Gambling"
        text="Limits worth setting for yourself. 18+"
        className="sm:col-span-2"
      />
    </>
  )
}

type LinkCardProps = {
  to: '/admin' | '/admin/own-float' | '/my-bets' | '/livegames' | '/responsible-gambling'
  title: string
  text: string
  className: string
}

function LinkCard({ to, title, text, className }: LinkCardProps) {
  return (
    <Link
      to={to}
      className={`flex min-h-20 items-center justify-between gap-3 rounded-card border border-border bg-surface p-4 transition-colors hover:border-strong hover:bg-inset ${className}`}
    >
      <span>
        <span className="block font-semibold text-section">{title}</span>
        <span className="text-muted text-second">{text}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </Link>
  )
}
