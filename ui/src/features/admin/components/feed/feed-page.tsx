import { useQuery } from '@tanstack/react-query'
import type { FeedHealth } from '#services/contract/contract.ts'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { Badge } from '#ui/components/ui/badge.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { feed as texts } from '#ui/lib/messages/desk/figures.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { feedHealthQuery } from '../../api/figures.ts'
import { suspendedQuery } from '../../api/settlement.ts'
import { useLeagueNames } from '../../model/figures/use-league-names.ts'
import { feedSearch } from '../../model/section-searches.ts'
import { useDeskSearch } from '../../model/use-desk-search.ts'
import { DeskPage } from '../desk/desk-page.tsx'
import { ownError } from '../desk/server-lost.ts'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { Ago } from './ago.tsx'
import { BegunEarlyTable } from './begun-early-table.tsx'
import { FeedFigures } from './feed-figures.tsx'
import { SuspendedTable } from './suspended-table.tsx'

type League = FeedHealth['leagues'][number]

/**
 * Feed health: how old prices, schedules and scores are, what they cost, and what is wrong with the provider. Shown all
 * at once, because parts that load later would push down what is below: skeletons until then. If it cannot be loaded,
 * an error with a retry.
 */
export function FeedPage() {
  const query = useQuery(feedHealthQuery())
  const { nameOf: leagueName, isPending: isUnnamed } = useLeagueNames()
  const { data, error, isPending, isLoadingError, isFetching, refetch } = query
  const pages = useDeskSearch(feedSearch)
  const suspended = useQuery(suspendedQuery(pages.search.prices ?? 1))
  const isOpening = isPending || suspended.isPending || isUnnamed
  const health = isOpening ? undefined : data
  const own = ownError(error)
  const isUnknown = isLoadingError && own !== null
  return (
    <DeskPage section="feed-health">
      {own !== null && (
        <ErrorNotice message={errorText(error, texts.failed)} busy={isFetching} onRetry={() => refetch()} />
      )}
      {!isUnknown && <FeedFigures health={health} leagueName={leagueName} />}
      {!isOpening && <SuspendedTable {...pages} />}
      {!isUnknown && (
        <DeskTable
          key={isOpening ? 'opening' : 'open'}
          label={texts.leagues}
          columns={columnsOf(leagueName)}
          rows={health?.leagues}
          rowKey={({ league }) => league}
          query={{ ...query, error: null }}
          empty={{ text: texts.noLeagues }}
        />
      )}
      {health && health.begunEarly.length > 0 && (
        <BegunEarlyTable rows={health.begunEarly} query={{ ...query, error: null }} />
      )}
    </DeskPage>
  )
}

/** How old the last reply is, how many of its games cannot be read, and whether calls have failed since. */
const age = ({ readAt, unread, failingSince }: League['odds']) =>
  (readAt ?? failingSince) && (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      {failingSince && (
        <Badge tone="lost">
          <span title={texts.failingSince(formatDayTime(failingSince))}>{texts.failing}</span>
        </Badge>
      )}
      {unread > 0 && <Badge tone="warning">{texts.unread(unread)}</Badge>}
      {readAt && <Ago at={readAt} />}
    </span>
  )

const columnsOf = (leagueName: (key: string) => string): readonly Column<League>[] => [
  {
    key: 'league',
    title: texts.league,
    isName: true,
    cell: ({ league, stale }) => (
      <span className="flex flex-wrap items-center gap-2 font-medium">
        {leagueName(league)}
        {stale && <Badge tone="warning">{texts.stale}</Badge>}
      </span>
    ),
  },
  { key: 'live', title: texts.inPlay, isFigure: true, cell: ({ live }) => live },
  { key: 'upcoming', title: texts.upcoming, isFigure: true, cell: ({ upcoming }) => upcoming },
  { key: 'odds', title: texts.prices, isFigure: true, cell: ({ odds }) => age(odds) },
  { key: 'events', title: texts.schedule, isFigure: true, cell: ({ events }) => age(events) },
  { key: 'scores', title: texts.scores, isFigure: true, cell: ({ scores }) => age(scores) },
]
