import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { EmptyNotice } from '#ui/components/query-state.tsx'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import { askedQuery, eventQuery, settlementQuery, suspendedQuery, undecidedQuery } from '../../api/settlement.ts'
import { settlementSearch } from '../../model/section-searches.ts'
import { useDeskSearch } from '../../model/use-desk-search.ts'
import { DeskCard, DeskPage } from '../desk/desk-page.tsx'
import { useReadsOnly } from '../desk/for-writers.tsx'
import { AskedView } from './asked-view.tsx'
import { EventView } from './event-view.tsx'
import { SettlementQueue } from './queue/settlement-queue.tsx'

/** The queue, and beside it the event or the decision in the address. */
export function SettlementPage() {
  const { search, onSearch } = useDeskSearch(settlementSearch)
  const counts = [
    useQuery(settlementQuery(search.asked ?? 1)).data?.total,
    useQuery(undecidedQuery(search.page ?? 1)).data?.total,
    useQuery(suspendedQuery(search.prices ?? 1)).data?.total,
  ]
  const waiting = counts.every((count) => count !== undefined) ? counts.reduce((sum, count) => sum + count) : undefined
  const readsOnly = useReadsOnly()
  const { event: eventId, request } = search
  const ofEvent = useQuery({ ...eventQuery(eventId ?? ''), enabled: eventId !== undefined && request === undefined })
  const ofRequest = useQuery({ ...askedQuery(request ?? ''), enabled: request !== undefined })
  const event = ofEvent.data
  const opened = request !== undefined ? ofRequest.data?.title : event && `${event.home_team} vs ${event.away_team}`
  const shown = request ?? eventId
  const isOpen = shown !== undefined
  const isOpening = isOpen && (request === undefined ? ofEvent : ofRequest).isPending
  const view = useRef<HTMLElement>(null)
  const hasChosen = useRef(false)
  const choose: typeof onSearch = (next, options) => {
    hasChosen.current = next.event !== undefined || next.request !== undefined
    onSearch(next, options)
  }
  // For the keyboard, what was chosen in the queue comes after all of it; on a phone it is above what is on screen. So
  // it takes the focus and is scrolled to.
  useEffect(() => {
    if (shown === undefined || !hasChosen.current || view.current === null) return
    hasChosen.current = false
    view.current.focus({ preventScroll: true })
    const { top } = view.current.getBoundingClientRect()
    if (top < 0 || top > window.innerHeight) view.current.scrollIntoView()
  }, [shown])
  return (
    <DeskPage section="settlement" opened={opened} hint={waiting === undefined ? undefined : settlement.hint(waiting)}>
      <div className="grid items-start gap-3 lg:grid-cols-[18rem_minmax(0,1fr)]">
        {/* On a phone it is below what is open, and appears together with it. */}
        <div className={clsx('min-w-0 lg:sticky lg:top-3', isOpening && 'max-lg:hidden')}>
          <SettlementQueue search={search} onSearch={choose} />
        </div>
        <section
          ref={view}
          tabIndex={-1}
          aria-label={opened ?? settlement.chosen}
          className={clsx('flex min-w-0 scroll-mt-20 flex-col gap-3 outline-none', isOpen && 'max-lg:order-first')}
        >
          {request !== undefined ? (
            <AskedView key={request} request={request} />
          ) : eventId !== undefined ? (
            <EventView key={eventId} event={eventId} />
          ) : (
            // On a phone it would be below the queue that it refers to.
            <div className="max-lg:hidden">
              <DeskCard>
                <EmptyNotice>{readsOnly ? settlement.look : settlement.choose}</EmptyNotice>
              </DeskCard>
            </div>
          )}
        </section>
      </div>
    </DeskPage>
  )
}
