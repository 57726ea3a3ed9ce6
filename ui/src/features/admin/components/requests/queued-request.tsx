import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Money } from '#ui/components/money.tsx'
import { RequestState } from '#ui/components/requests/request-state.tsx'
import { buttonStyle } from '#ui/components/ui/button.tsx'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { requestQueue, requests as texts } from '#ui/lib/messages/requests.ts'
import { formatDayTime, timeZoneName } from '#ui/lib/time/format.ts'
import type { QueuedRequest } from '../../api/requests.ts'
import { ForWriters } from '../desk/for-writers.tsx'
import { FRESH } from '../desk/table/table-props.ts'
import { RequestDecision } from './request-decision.tsx'

type QueuedRequestCardProps = {
  request: QueuedRequest
  /** It was the last one answered here. */
  isFresh: boolean
  /** Called with the text to show. */
  onDecided: (text: string) => void
}

/** One request: who asks for what, and the buttons to answer it, or the answer. */
export function QueuedRequestCard({ request, isFresh, onDecided }: QueuedRequestCardProps) {
  const { kind, amount, note, state, username, userId, userPage, email, requestedAt } = request
  return (
    <li className={clsx('rounded-control border border-border p-3', isFresh ? FRESH : 'bg-inset')}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-semibold text-body">
            {texts.kind[kind]}
            {amount !== null && <Money amount={amount} />}
            <RequestState state={state} />
          </p>
          <p className="text-second [overflow-wrap:anywhere]">
            <span className="font-medium">{username}</span>{' '}
            <span className="text-muted">
              · {email ?? customers.email(null)} ·{' '}
              <time dateTime={requestedAt} title={timeZoneName()}>
                {formatDayTime(requestedAt)}
              </time>
            </span>
          </p>
          {state === 'open' && <Wallet request={request} />}
          {note !== '' && <p className="mt-1 text-body [overflow-wrap:anywhere]">{note}</p>}
        </div>
        {userPage !== null && (
          <Link to="/admin/users" search={{ user: userId }} className={buttonStyle({ size: 'sm' })}>
            {requestQueue.customer}
            <span className="sr-only"> {username}</span>
          </Link>
        )}
      </div>
      {state === 'open' ? (
        <ForWriters>
          <RequestDecision request={request} onDecided={onDecided} />
        </ForWriters>
      ) : (
        <Decided request={request} />
      )}
    </li>
  )
}

/** The balance to pay from, and whether the account is closing. */
function Wallet({ request: { kind, amount, balance, ending } }: { request: QueuedRequest }) {
  if (balance === null || kind === 'password') return null
  return (
    <p className="text-muted text-second">
      {requestQueue.wallet} <Money amount={balance} className="font-medium text-text" />
      {kind === 'pay-out' && amount !== null && amount > Number(balance) && (
        <span className="text-warning"> · {requestQueue.walletIsShort}</span>
      )}
      {kind === 'deposit' && ending !== null && (
        <span className="text-warning"> · {requestQueue.cannotBePaid[ending]}</span>
      )}
    </p>
  )
}

function Decided({ request: { answer, decidedBy, decidedAt } }: { request: QueuedRequest }) {
  return (
    <>
      {decidedBy !== null && decidedAt !== null && (
        <p className="mt-1 text-muted text-second">{requestQueue.decidedBy(decidedBy, formatDayTime(decidedAt))}</p>
      )}
      {answer !== '' && <p className="text-second [overflow-wrap:anywhere]">{answer}</p>}
    </>
  )
}
