import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { eventsQuery } from '../../../api/settlement.ts'
import { scoreText } from '../../../model/score-text.ts'
import type { SettlementSearch } from '../../../model/section-searches.ts'
import type { DeskSearch } from '../../../model/use-desk-search.ts'
import { TextFilter } from '../../desk/filters/filter-bar.tsx'
import { ownError } from '../../desk/server-lost.ts'
import { CorrectedResults, DoneToday } from './decided.tsx'
import { QueueGroup } from './queue-group.tsx'
import { QueueRow } from './queue-row.tsx'
import { QueuedPair } from './queued-pair.tsx'
import { QueuedSuspension } from './queued-suspension.tsx'
import { useWaiting } from './use-waiting.ts'
import { WaitingGroup } from './waiting-group.tsx'

/**
 * What waits for a decision, by kind, and a search for events by name. Shown all at once, because a group that loads
 * later would push down those below it: skeletons until then. The first error is shown with a retry, above the groups
 * that could be loaded.
 */
export function SettlementQueue({ search, onSearch }: DeskSearch<SettlementSearch>) {
  const { queries, asked, undecided, suspended, pairs } = useWaiting({ search, onSearch })
  const found = useQuery(eventsQuery(search.q ?? ''))
  const isOpening = queries.some(({ isPending }) => isPending)
  const failed = [...queries, found].find(({ error }) => ownError(error) !== null)
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
          rows={found.data?.events.map(({ eventId, home_team, away_team, commence_time, score, state, openBets }) => (
            <QueueRow
              key={eventId}
              title={`${home_team} vs ${away_team}`}
              count={settlement.openBets(openBets)}
              detail={`${formatDayTime(commence_time)} · ${score === null ? settlement.state[state] : scoreText(score)}`}
              isOpen={eventId === search.event}
              onOpen={() => open(eventId)}
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
          <WaitingGroup title={settlement.asked} {...asked}>
            {({ key, row: { request, title, command, moves, askedBy }, hasLeft }) => (
              <QueueRow
                key={key}
                hasLeft={hasLeft}
                title={title}
                count={formatEuros(moves)}
                detail={`${settlement.commands[command] ?? command} · ${settlement.by(askedBy)}`}
                isOpen={request === search.request}
                onOpen={() => onSearch({ ...list, request })}
              />
            )}
          </WaitingGroup>
          <WaitingGroup title={settlement.undecided} {...undecided}>
            {({ key, row: { eventId, home_team, away_team, commence_time, selections }, hasLeft }) => (
              <QueueRow
                key={key}
                hasLeft={hasLeft}
                title={`${home_team} vs ${away_team}`}
                count={settlement.bets(selections.reduce((sum, { bets }) => sum + bets, 0))}
                detail={`${formatDayTime(commence_time)} · ${[...new Set(selections.map(({ reason }) => settlement.why[reason]))].join(', ')}`}
                isOpen={eventId === search.event}
                onOpen={() => open(eventId)}
              />
            )}
          </WaitingGroup>
          <WaitingGroup title={settlement.suspended} {...suspended}>
            {({ key, row, hasLeft }) => <QueuedSuspension key={key} suspension={row} hasLeft={hasLeft} />}
          </WaitingGroup>
          <WaitingGroup title={settlement.pairs} {...pairs}>
            {({ key, row, hasLeft }) => <QueuedPair key={key} pair={row} hasLeft={hasLeft} />}
          </WaitingGroup>
          <CorrectedResults event={search.event} onOpen={open} />
          <DoneToday event={search.event} onOpen={open} />
        </>
      )}
    </section>
  )
}
