import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { OwnRequest } from '#services/contract/contract.ts'
import { FormError } from '#ui/components/form-error.tsx'
import { Money } from '#ui/components/money.tsx'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { RequestState } from '#ui/components/requests/request-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { ownRequestsQuery, useWithdrawRequest } from '#ui/data/requests.ts'
import { errorText } from '#ui/lib/http/api-error.ts'
import { requests } from '#ui/lib/messages/requests.ts'
import { formatDayTime, timeZoneName } from '#ui/lib/time/format.ts'
import { notify } from '#ui/lib/toasts.ts'
import { SettingCard } from '../settings/setting-row.tsx'

/**
 * The user's requests to the admins, and how they ended; a text if there are none. For loading and errors see
 * `QueryState`.
 */
export function OwnRequests({ userId }: { userId: string }) {
  const query = useQuery(ownRequestsQuery(userId))
  const withdrawing = useWithdrawRequest()
  const card = useRef<HTMLElement>(null)
  const withdraw = (id: string) =>
    withdrawing.mutate(id, {
      onSuccess: () => {
        notify(requests.takenBack, 'success')
        // The button that had the focus is gone.
        card.current?.focus()
      },
    })
  return (
    <SettingCard ref={card} id="requests-heading" title={requests.title} hint={requests.hint}>
      <QueryState
        query={query}
        loading={requests.loading}
        skeleton={<Skeletons count={2} className="mb-2 h-16 rounded-control" />}
        errorMessage={(error) => errorText(error, requests.failed)}
        isEmpty={(data) => data.requests.length === 0}
        empty={<EmptyNotice>{requests.none}</EmptyNotice>}
      >
        {(data) => (
          <ul className="flex flex-col divide-y divide-border">
            {data.requests.map((one) => (
              <Row
                key={one.id}
                request={one}
                busy={withdrawing.isPending && withdrawing.variables === one.id}
                onWithdraw={() => withdraw(one.id)}
              />
            ))}
          </ul>
        )}
      </QueryState>
      {withdrawing.error && (
        <div className="mt-3">
          <FormError text={errorText(withdrawing.error, requests.takeBackFailed)} />
        </div>
      )}
    </SettingCard>
  )
}

type RowProps = { request: OwnRequest; busy: boolean; onWithdraw: () => void }

function Row({ request, busy, onWithdraw }: RowProps) {
  const { kind, amount, note, state, answer, requestedAt, decidedAt } = request
  const times = [
    requests.requested(formatDayTime(requestedAt)),
    ...(decidedAt === null || state === 'withdrawn' ? [] : [requests.decided(formatDayTime(decidedAt))]),
  ].join(', ')
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-3 gap-y-2 py-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium text-body">
          {requests.kind[kind]}
          {amount !== null && <Money amount={amount} />}
          <RequestState state={state} />
        </p>
        <p className="text-muted text-second" title={timeZoneName()}>
          {times}
        </p>
        {note !== '' && <p className="text-muted text-second [overflow-wrap:anywhere]">{note}</p>}
        {answer !== '' && <p className="text-second [overflow-wrap:anywhere]">{answer}</p>}
      </div>
      {state === 'open' && (
        <Button busy={busy} onClick={onWithdraw}>
          {requests.takeBack}
          <span className="sr-only"> {requests.kind[kind]}</span>
        </Button>
      )}
    </li>
  )
}
