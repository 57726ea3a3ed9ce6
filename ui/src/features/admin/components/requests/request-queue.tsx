import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FilterChips } from '#ui/components/filter-chips.tsx'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { requestQueue } from '#ui/lib/messages/requests.ts'
import { requestsQuery } from '../../api/requests.ts'
import { type RequestsSearch, requestsSearch } from '../../model/section-searches.ts'
import { type DeskSearch, useDeskSearch } from '../../model/use-desk-search.ts'
import { DeskCard, DeskPage } from '../desk/desk-page.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { Pager, pageCount, type TurnPage } from '../desk/pager.tsx'
import { QueuedRequestCard } from './queued-request.tsx'

const chips = [
  { value: null, label: requestQueue.waiting },
  { value: 'decided', label: requestQueue.answered },
]

/** The requests section at its own address. */
export function RequestsPage() {
  return (
    <DeskPage section="requests">
      <DeskCard>
        <RequestQueue {...useDeskSearch(requestsSearch)} />
      </DeskCard>
    </DeskPage>
  )
}

/**
 * The open requests, oldest first, and the answered ones; amounts in euros. For loading, empty and errors see
 * `QueryState`.
 */
export function RequestQueue({ search, onSearch }: DeskSearch<Partial<RequestsSearch>>) {
  const { list = 'open', page = 1 } = search
  const onPage: TurnPage = (next, options) => onSearch({ ...search, page: next }, options)
  const query = useQuery(requestsQuery(list, page))
  const box = useRef<HTMLElement>(null)
  const feedback = useFeedback()
  /** The id of the request answered last: highlighted in the other list until the next one is answered. */
  const [answered, setAnswered] = useState<string | null>(null)
  const show = (next: typeof list) => onSearch(next === 'open' ? {} : { list: next })
  return (
    <section ref={box} tabIndex={-1} aria-label="Requests" className="flex flex-col gap-3 p-4 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <FilterChips
          label="Which requests"
          chips={chips}
          value={list === 'open' ? null : list}
          onChange={(value) => show(value === null ? 'open' : 'decided')}
        />
        <Feedback text={feedback.text} />
      </div>
      <QueryState
        query={query}
        loading={requestQueue.loading}
        skeleton={<Skeletons count={2} className="mb-2 h-24 rounded-control" />}
        errorMessage={(error) => errorText(error, requestQueue.failed)}
        isEmpty={({ requests }) => requests.length === 0}
        empty={
          list === 'open' ? (
            <EmptyNotice
              hint={requestQueue.noneWaitingHint}
              action={<Button onClick={() => show('decided')}>{requestQueue.showAnswered}</Button>}
            >
              {requestQueue.noneWaiting}
            </EmptyNotice>
          ) : (
            <EmptyNotice action={<Button onClick={() => show('open')}>{requestQueue.showWaiting}</Button>}>
              {requestQueue.noneAnswered}
            </EmptyNotice>
          )
        }
      >
        {({ requests, total, pageSize }) => (
          <>
            <ul className="flex flex-col gap-3">
              {requests.map((one) => (
                <QueuedRequestCard
                  key={one.id}
                  request={one}
                  isFresh={one.id === answered}
                  onDecided={(text) => {
                    setAnswered(one.id)
                    feedback.succeed(text)
                    // The card that had the focus is about to go.
                    box.current?.focus()
                  }}
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
