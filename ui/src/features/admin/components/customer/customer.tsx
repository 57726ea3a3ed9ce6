import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useRef } from 'react'
import type { Customer as CustomerReply } from '#services/contract/contract.ts'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { Tabs } from '#ui/components/ui/tabs.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { auditTexts } from '#ui/lib/messages/desk/audit.ts'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { formatDate, formatTime } from '#ui/lib/time/format.ts'
import { customerQuery } from '../../api/customers.ts'
import type { DeskSearch } from '../../model/use-desk-search.ts'
import { useInitialFocus } from '../../model/use-initial-focus.ts'
import { type CustomerTab, listedIn, type UsersSearch } from '../../model/users-search.ts'
import { ForWriters } from '../desk/for-writers.tsx'
import { OpeningPart } from '../desk/panel-state.tsx'
import { TrailLink } from '../desk/sentence.tsx'
import { ownError } from '../desk/server-lost.ts'
import { Standing } from '../users/user-columns.tsx'
import { BlockUser } from './block-user.tsx'
import { CustomerTiles } from './customer-tiles.tsx'
import { DepositWithdraw } from './deposit-withdraw.tsx'
import { EndAccount } from './end-account.tsx'
import { ChangePassword } from './forms/change-password.tsx'
import { PayGoodwill } from './pay-goodwill.tsx'
import { CustomerBets } from './tabs/customer-bets.tsx'
import { Details } from './tabs/details.tsx'
import { RecentTransactions, Transactions } from './tabs/transactions.tsx'
import { TurnoverPanel } from './tabs/turnover.tsx'

type CustomerProps = DeskSearch<UsersSearch> & {
  id: string
  /** Whether it was opened by a click rather than by its address. */
  autoFocus: boolean
  onBack: () => void
}

/**
 * One bettor, at an address of their own. What is being edited stays, whatever happens to the list. A skeleton while
 * loading; an error (also if there is no such customer) comes with a retry.
 */
export function Customer({ id, search, onSearch, autoFocus, onBack }: CustomerProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useInitialFocus(heading, autoFocus)
  const query = useQuery(customerQuery(id))
  return (
    <section aria-labelledby="edit-customer" className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-3 max-[20rem]:flex-wrap">
        <h2 ref={heading} tabIndex={-1} id="edit-customer" className="min-w-0 outline-none">
          <span className="block font-medium text-label text-muted">{admin.editCustomer}</span>{' '}
          <span className="block min-h-7 text-title [overflow-wrap:anywhere]">
            {query.data?.user.username ?? <Skeleton className="h-7 w-40" />}
          </span>
        </h2>
        <Button size="sm" onClick={onBack}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {admin.backToUsers}
        </Button>
      </div>
      {ownError(query.error) !== null && (
        <ErrorNotice
          message={errorText(query.error, customers.customerFailed)}
          busy={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {query.data === undefined && ownError(query.error) === null && <OpeningPart text={customers.customerLoading} />}
      {query.data && <Opened customer={query.data} search={search} onSearch={onSearch} />}
    </section>
  )
}

function Opened({ customer, search, onSearch }: { customer: CustomerReply } & DeskSearch<UsersSearch>) {
  const { user } = customer
  const { tab = 'deposit' } = search
  const endsText = endOf(user)
  const show = (next: CustomerTab) =>
    onSearch({ ...listedIn(search), user: user.id, ...(next === 'deposit' ? {} : { tab: next }) })
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-4">
        <div className="min-w-0">
          <p className="text-muted text-second">
            <Standing user={user} />
            <span> · </span>
            {customers.createdBy(user.admin_creator ?? admin.system, formatDate(user.created_at))} ·{' '}
            {customers.email(user.erased ? customers.erased : user.email)}
          </p>
          <p className="text-muted text-second">
            <Link
              to="/admin/audit"
              search={{ of: user.id }}
              className="rounded-sm underline underline-offset-2 hover:text-text touch-around"
            >
              {auditTexts.historyOf(user.username)}
            </Link>
          </p>
        </div>
        <div className="flex flex-wrap items-start justify-end gap-2">
          {customer.mayChangePassword && !user.closed && <ChangePassword username={user.username} />}
          <ForWriters>{!user.closed && <BlockUser user={user} />}</ForWriters>
          {customer.role === 'super-admin' && <EndAccount user={user} />}
        </div>
      </div>
      {user.is_blocked && endsText === null && (
        <div className="max-w-[80ch] text-body">
          <p>{customers.blockedHint(user.username)}</p>
          {customer.blocked !== null && <BlockedBy block={customer.blocked} />}
        </div>
      )}
      {endsText !== null && <p className="max-w-[80ch] text-body">{endsText}</p>}
      <CustomerTiles customer={customer} />
      <Tabs<CustomerTab>
        label={customers.customer}
        value={tab}
        onValueChange={show}
        items={[
          {
            value: 'deposit',
            label: customers.tabs.deposit,
            panel: (
              <div className="flex flex-col gap-3 pt-3">
                <ForWriters>
                  <DepositWithdraw user={user} float={customer.currentAdminBalance} takesDeposits={endsText === null} />
                  {endsText === null && <PayGoodwill key={user.id} user={user} left={customer.goodwillLeftToday} />}
                </ForWriters>
                <RecentTransactions id={user.id} onAll={() => show('transactions')} />
              </div>
            ),
          },
          {
            value: 'turnover',
            label: customers.tabs.turnover,
            panel: <TurnoverPanel id={user.id} search={search} onSearch={onSearch} />,
          },
          { value: 'details', label: customers.tabs.details, panel: <Details customer={customer} /> },
          {
            value: 'bets',
            label: customers.tabs.bets,
            panel: (
              <div className="pt-3">
                <CustomerBets id={user.id} search={search} onSearch={onSearch} />
              </div>
            ),
          },
          {
            value: 'transactions',
            label: customers.tabs.transactions,
            panel: (
              <div className="pt-3">
                <Transactions id={user.id} search={search} onSearch={onSearch} />
              </div>
            ),
          },
        ]}
      />
    </>
  )
}

/** Who blocked the account, when and why, with a link to the event. */
const BlockedBy = ({ block: { number, at, by, reason } }: { block: NonNullable<CustomerReply['blocked']> }) => (
  <p className="text-muted text-second [overflow-wrap:anywhere]">
    {customers.blockedBy(by ?? customers.noLongerKnown, `${formatDate(at)}, ${formatTime(at)}`)}{' '}
    {reason === null ? customers.noReason : `“${reason}”`} <TrailLink number={number} />
  </p>
)

/** What admins need to know about an account that is closing, closed or erased; null for any other. */
function endOf({ username, closing, closed, erased }: CustomerReply['user']): string | null {
  if (erased) return customers.erasedHint
  if (closed) return customers.closedHint
  return closing ? customers.closingHint(username) : null
}
