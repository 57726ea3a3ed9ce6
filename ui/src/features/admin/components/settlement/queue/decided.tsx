import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { CorrectedResult, DoneDecision } from '#services/contract/contract.ts'
import { COUNTED_MAX } from '#services/contract/trail/counted.ts'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { formatDayTime, formatTime } from '#ui/lib/time/format.ts'
import { correctedQuery, doneQuery } from '../../../api/settlement.ts'
import { BeforeAfter } from '../../desk/money-changes.tsx'
import { Sentence, TrailLink } from '../../desk/sentence.tsx'
import { ownError } from '../../desk/server-lost.ts'
import { FRESH } from '../../desk/table/table-props.ts'
import { useNews } from '../../desk/table/use-news.ts'
import { QueueGroup } from './queue-group.tsx'

type DecidedProps = {
  /** The event that is open. */
  event: string | undefined
  onOpen: (event: string) => void
}

/** Only the first page can have new rows; further pages are older. */
const keyOf = ({ number }: CorrectedResult | DoneDecision) => String(number)

/**
 * Events whose result was changed after bets were settled by it; returns in euros. A text if there are none; an error
 * comes with a retry.
 */
export function CorrectedResults(props: DecidedProps) {
  const query = useInfiniteQuery({
    ...correctedQuery(),
    select: ({ pages }) => pages.flatMap(({ corrected }) => corrected),
  })
  const newest = useInfiniteQuery({ ...correctedQuery(), select: ({ pages }) => pages[0]?.corrected })
  const isFresh = useNews(newest.data, keyOf)
  return (
    <Decided
      title={settlement.corrected}
      query={query}
      none={settlement.noneCorrected}
      rows={query.data?.map((one) => (
        <Decision key={one.number} line={one} isFresh={isFresh(one)} when={formatDayTime(one.at)} {...props}>
          <span className="block tabular-nums">
            {settlement.bets(one.bets)}
            {settlement.reopened(one.reopened) && `, ${settlement.reopened(one.reopened)}`} ·{' '}
            <span className="sr-only">{settlement.returned} </span>
            <BeforeAfter before={formatEuros(one.returnedBefore)} after={formatEuros(one.returnedAfter)} />
          </span>
        </Decision>
      ))}
    />
  )
}

/**
 * Today's decisions by admins, without those among the corrected results, and a text if there are none. Nothing until
 * the corrected results have loaded; an error comes with a retry.
 */
export function DoneToday(props: DecidedProps) {
  const query = useInfiniteQuery({ ...doneQuery(), select: ({ pages }) => pages.flatMap(({ done }) => done) })
  const newest = useInfiniteQuery({ ...doneQuery(), select: ({ pages }) => pages[0]?.done })
  const isFresh = useNews(newest.data, keyOf)
  const { data, isPending } = useInfiniteQuery(correctedQuery())
  // Waits for the corrected results above, since it leaves out what is among them.
  if (isPending) return null
  const corrected = new Set(data?.pages.flatMap((page) => page.corrected.map(({ number }) => number)))
  const rows = query.data?.filter(({ number }) => !corrected.has(number))
  return (
    <Decided
      title={settlement.done}
      query={query}
      none={settlement.noneDone}
      elsewhere={(query.data?.length ?? 0) - (rows?.length ?? 0)}
      rows={rows?.map((one) => (
        <Decision key={one.number} line={one} isFresh={isFresh(one)} when={formatTime(one.at)} {...props}>
          {one.bets !== null && one.bets > 0 && (
            <span className="block">
              {one.bets === COUNTED_MAX ? settlement.manyBets(COUNTED_MAX) : settlement.bets(one.bets)}
            </span>
          )}
          {one.askedBy !== null && (
            <span className="block [overflow-wrap:anywhere]">
              {settlement.said(settlement.by(one.askedBy), one.askedReason)}
            </span>
          )}
        </Decision>
      ))}
    />
  )
}

type DecidedGroupProps = {
  title: string
  query: Pick<
    ReturnType<typeof useInfiniteQuery<unknown, Error, readonly unknown[]>>,
    'data' | 'error' | 'isFetching' | 'isFetchingNextPage' | 'hasNextPage' | 'fetchNextPage' | 'refetch'
  >
  none: string
  /** How many of them are in another group. */
  elsewhere?: number
  rows: readonly ReactNode[] | undefined
}

function Decided({ title, query, none, elsewhere = 0, rows }: DecidedGroupProps) {
  const { data, hasNextPage } = query
  return (
    <QueueGroup title={title} count={data && `${data.length - elsewhere}${hasNextPage ? '+' : ''}`} rows={rows}>
      {ownError(query.error) !== null && (
        <div className="border-border border-t px-3 py-3">
          <ErrorNotice
            message={errorText(query.error, settlement.loadFailed)}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {data?.length === 0 && <p className="border-border border-t px-4 py-2 text-muted text-second">{none}</p>}
      {elsewhere > 0 && (
        <p className="border-border border-t px-4 py-2 text-muted text-second">
          {settlement.amongCorrected(elsewhere)}
        </p>
      )}
      {hasNextPage && (
        <div className="border-border border-t px-4 py-2">
          <Button size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {settlement.older}
          </Button>
        </div>
      )}
    </QueueGroup>
  )
}

type DecisionProps = DecidedProps & {
  line: CorrectedResult | DoneDecision
  /** It appeared while the list was shown. */
  isFresh: boolean
  when: string
  children: ReactNode
}

/** Who decided what, before and after, why, and a link to the audit trail. */
function Decision({ line, isFresh, when, event, onOpen, children }: DecisionProps) {
  const { number, at, what, before, after, reason, fixture } = line
  return (
    <li className={clsx('border-border border-t px-4 py-2 text-second', isFresh && FRESH)}>
      {fixture === null ? (
        <p>
          <Sentence what={what} />
        </p>
      ) : (
        <button
          type="button"
          aria-current={fixture.id === event}
          onClick={() => onOpen(fixture.id)}
          className="w-full rounded-sm text-left underline-offset-2 hover:underline touch"
        >
          <Sentence what={what} />
        </button>
      )}
      <div className="text-muted">
        {after !== null && (
          <p className="text-text tabular-nums">
            {before === null ? (
              <span className="font-semibold">{after}</span>
            ) : (
              <BeforeAfter before={before} after={after} />
            )}
          </p>
        )}
        {children}
        {reason !== null && (
          <p className="[overflow-wrap:anywhere]">
            {'askedBy' in line && line.askedBy !== null ? settlement.said(line.who.name, reason) : reason}
          </p>
        )}
        <p className="flex justify-between gap-3">
          <time dateTime={at}>{when}</time>
          <TrailLink number={number} />
        </p>
      </div>
    </li>
  )
}
