import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { FixturePairs } from '#services/contract/contract.ts'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import {
  eventsQuery,
  type FixturePair,
  pairsQuery,
  type SuspendedMarket,
  settlementQuery,
  suspendedQuery,
  undecidedQuery,
} from '../../api/settlement.ts'
import { scoreText } from '../../model/score-text.ts'
import type { SettlementSearch } from '../../model/section-searches.ts'
import type { DeskSearch } from '../../model/use-desk-search.ts'
import { TextFilter } from '../desk/filters/filter-bar.tsx'
import { Pager, type TurnPage } from '../desk/pager.tsx'
import { ownError } from '../desk/server-lost.ts'
import { CorrectedResults, DoneToday } from './decided.tsx'
import { QueueGroup } from './queue-group.tsx'
import { QueuedPair } from './queued-pair.tsx'
import { QueuedSuspension } from './queued-suspension.tsx'
import { useKeptPage } from './use-kept.ts'

type PageOf = 'asked' | 'page' | 'prices' | 'pairs'

const marketKey = ({ eventId, market }: SuspendedMarket): string => `${eventId} ${market}`
const pairKey = ({ older, newer }: FixturePair): string => `${older.id} ${newer.id}`
/** The pairs of a page that are still waiting: they come before all others. */
const waitingOf = ({ pairs, waiting, page, pageSize }: FixturePairs): readonly FixturePair[] =>
  pairs.slice(0, Math.max(0, waiting - (page - 1) * pageSize))

/**
 * What waits for a decision, by kind, and a search for events by name. Shown all at once, because a group that loads
 * later would push down those below it: skeletons until then. The first error is shown with a retry, above the groups
 * that could be loaded.
 */
export function SettlementQueue({ search, onSearch }: DeskSearch<SettlementSearch>) {
  const asked = useQuery(settlementQuery(search.asked ?? 1))
  const undecided = useQuery(undecidedQuery(search.page ?? 1))
  const suspended = useQuery(suspendedQuery(search.prices ?? 1))
  const pairs = useQuery(pairsQuery(search.pairs ?? 1))
  const found = useQuery(eventsQuery(search.q ?? ''))
  const isOpening = [asked, undecided, suspended, pairs].some(({ isPending }) => isPending)
  const failed = [asked, undecided, suspended, pairs, found].find(({ error }) => ownError(error) !== null)
  const pageOf = (field: PageOf) => ({
    page: search[field] ?? 1,
    onPage: ((page, options) => onSearch({ ...search, [field]: page }, options)) satisfies TurnPage,
  })
  const keptAsked = useKeptPage(asked.data, asked.data?.asked, ({ request }) => request, pageOf('asked'))
  const keptUndecided = useKeptPage(undecided.data, undecided.data?.events, ({ eventId }) => eventId, pageOf('page'))
  const keptMarkets = useKeptPage(suspended.data, suspended.data?.markets, marketKey, pageOf('prices'))
  const waitingPairs = pairs.data && { ...pairs.data, total: pairs.data.waiting }
  const keptPairs = useKeptPage(waitingPairs, pairs.data && waitingOf(pairs.data), pairKey, pageOf('pairs'))
  const { event: _, request: __, ...list } = search
  const open = (event: string) => onSearch({ ...list, event })
  return (
    <section aria-label={settlement.queue} className="overflow-hidden rounded-card border border-border bg-surface">
      <div className="p-3">
        <TextFilter
          label={settlement.find}
          value={search.q}
          onChange={(q) => onSearch({ ...search, q }, { replace: true })}
        />
      </div>
      {failed !== undefined && (
        <div className="px-3 pb-3">
          <ErrorNotice
            message={errorText(failed.error, settlement.loadFailed)}
            busy={failed.isFetching}
            onRetry={() => void failed.refetch()}
          />
        </div>
      )}
      {search.q !== undefined && (
        <QueueGroup
          title={settlement.found}
          count={found.data?.events.length}
          rows={found.data?.events.map((event) => (
            <Row
              key={event.eventId}
              title={`${event.home_team} vs ${event.away_team}`}
              count={settlement.openBets(event.openBets)}
              detail={`${formatDayTime(event.commence_time)} · ${event.score === null ? settlement.state[event.state] : scoreText(event.score)}`}
              isOpen={event.eventId === search.event}
              onOpen={() => open(event.eventId)}
            />
          ))}
        >
          {found.data?.events.length === 0 && <p className="px-4 py-3 text-second">{settlement.nothingFound}</p>}
        </QueueGroup>
      )}
      {isOpening ? (
        <div data-opening="" className="flow-root">
          <Skeletons count={8} className="mx-4 my-3 h-9" />
        </div>
      ) : (
        <>
          <QueueGroup
            title={settlement.asked}
            count={asked.data?.total}
            kept={keptAsked}
            rows={keptAsked.rows.map(({ row: { request, title, command, moves, askedBy }, hasLeft }) => (
              <Row
                key={request}
                hasLeft={hasLeft}
                title={title}
                count={formatEuros(moves)}
                detail={`${settlement.commands[command] ?? command} · ${settlement.by(askedBy)}`}
                isOpen={request === search.request}
                onOpen={() => onSearch({ ...list, request })}
              />
            ))}
          >
            <Pager label={settlement.asked} {...keptAsked.pages} />
          </QueueGroup>
          <QueueGroup
            title={settlement.undecided}
            count={undecided.data?.total}
            kept={keptUndecided}
            rows={keptUndecided.rows.map(
              ({ row: { eventId, home_team, away_team, commence_time, selections }, hasLeft }) => (
                <Row
                  key={eventId}
                  hasLeft={hasLeft}
                  title={`${home_team} vs ${away_team}`}
                  count={settlement.bets(selections.reduce((sum, { bets }) => sum + bets, 0))}
                  detail={`${formatDayTime(commence_time)} · ${[...new Set(selections.map(({ reason }) => settlement.why[reason]))].join(', ')}`}
                  isOpen={eventId === search.event}
                  onOpen={() => open(eventId)}
                />
              ),
            )}
          >
            <Pager label={settlement.undecided} {...keptUndecided.pages} />
          </QueueGroup>
          <QueueGroup
            title={settlement.suspended}
            count={suspended.data?.total}
            kept={keptMarkets}
            rows={keptMarkets.rows.map(({ key, row, hasLeft }) => (
              <QueuedSuspension key={key} suspension={row} hasLeft={hasLeft} />
            ))}
          >
            <Pager label={settlement.suspended} {...keptMarkets.pages} />
          </QueueGroup>
          <QueueGroup
            title={settlement.pairs}
            count={pairs.data?.waiting}
            kept={keptPairs}
            rows={keptPairs.rows.map(({ key, row, hasLeft }) => <QueuedPair key={key} pair={row} hasLeft={hasLeft} />)}
          >
            <Pager label={settlement.pairs} {...keptPairs.pages} />
          </QueueGroup>
          <CorrectedResults event={search.event} onOpen={open} />
          <DoneToday event={search.event} onOpen={open} />
        </>
      )}
    </section>
  )
}

type RowProps = {
  title: string
  count: string
  detail: string
  isOpen: boolean
  /** The row is no longer waiting. */
  hasLeft?: boolean
  onOpen: () => void
}

function Row({ title, count, detail, isOpen, hasLeft = false, onOpen }: RowProps) {
  return (
    <li className="border-border border-t">
      <button
        type="button"
        aria-current={isOpen}
        onClick={onOpen}
        className={clsx(
          'block w-full px-4 py-2 text-left hover:bg-raised touch',
          isOpen && 'bg-raised shadow-[inset_3px_0_0_var(--accent)]',
        )}
      >
        <span className="flex items-baseline justify-between gap-2">
          <span
            className={clsx(
              'min-w-0 font-semibold text-body [overflow-wrap:anywhere]',
              hasLeft && 'text-muted line-through',
            )}
          >
            {title}
          </span>
          <span className="shrink-0 text-second tabular-nums">{count}</span>
        </span>
        <span className="block text-muted text-second">{hasLeft ? settlement.decided : detail}</span>
      </button>
    </li>
  )
}
