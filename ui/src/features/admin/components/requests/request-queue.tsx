import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FilterChips } from '#ui/components/filter-chips.tsx'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { requestQueue } from '#ui/lib/messages/requests.ts'
import { requestsQuery } from '../../api/requests.ts'
import { Pager, pageCount } from '../pager.tsx'
import { QueuedRequestCard } from './queued-request.tsx'

const chips = [
  { value: null, label: requestQueue.waiting },
  { value: 'decided', label: requestQueue.answered },
]

type RequestQueueProps = {
  page: number
  onPage: (page: number) => void
  /** Opens a customer, who is on this page of the users. */
  onUser: (page: number, id: string) => void
}

/** What people ask for, the oldest first, until somebody answers; and what was answered. */
export function RequestQueue({ page, onPage, onUser }: RequestQueueProps) {
  const [list, setList] = useState<'open' | 'decided'>('open')
  const query = useQuery(requestsQuery(list, page))
  const box = useRef<HTMLElement>(null)
  return (
    <section ref={box} tabIndex={-1} aria-label="Requests" className="flex flex-col gap-3 p-4 outline-none">
      <FilterChips
        label="Which requests"
        chips={chips}
        value={list === 'open' ? null : list}
        onChange={(value) => {
          setList(value === null ? 'open' : 'decided')
          if (page !== 1) onPage(1)
        }}
      />
      <QueryState
        query={query}
        loading={requestQueue.loading}
        skeleton={<Skeletons count={2} className="mb-2 h-24 rounded-control" />}
        errorMessage={(error) => errorText(error, requestQueue.failed)}
        isEmpty={({ requests }) => requests.length === 0}
        empty={<EmptyNotice>{list === 'open' ? requestQueue.noneWaiting : requestQueue.noneAnswered}</EmptyNotice>}
      >
        {({ requests, total, pageSize }) => (
          <>
            <ul className="flex flex-col gap-3">
              {requests.map((one) => (
                <QueuedRequestCard
                  key={one.id}
                  request={one}
                  onUser={onUser}
                  // The card that had the focus goes.
                  onDecided={() => box.current?.focus()}
                />
              ))}
            </ul>
            <Pager label="Requests" page={page} pages={pageCount(total, pageSize)} onPage={onPage} />
          </>
        )}
      </QueryState>
    </section>
  )
}
