import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { eurosOf } from '#domain/money.ts'
import type { BetTotals, User } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { ErrorNotice, QueryState } from '#ui/components/query-state.tsx'
import { Count } from '#ui/components/ui/badge.tsx'
import { Tabs } from '#ui/components/ui/tabs.tsx'
import { betsErrorText, groupBets, type MyBets } from '#ui/data/bets.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { toCents } from '#ui/lib/money.ts'
import { useSession } from '#ui/lib/session.ts'
import { betTotalsQuery, shownBetsQuery } from './api/bets.ts'
import { BetFilters } from './components/bet-filters.tsx'
import { BetList } from './components/bet-list.tsx'
import { BetsSkeleton } from './components/bets-skeleton.tsx'
import { SinceLastVisit } from './components/since-last-visit.tsx'
import { type BetSearch, cleared, isFiltered } from './model/bet-search.ts'
import { useNews, withLeaving } from './model/use-news.ts'
import { type Unseen, useUnseen } from './model/use-unseen.ts'

type MyBetsPageProps = { search: BetSearch; onSearch: (search: BetSearch) => void }

/** Games in play may have ended: their legs get their results without waiting for the whole bet. */
const REFRESH_MS = 30_000

/**
 * The bettor's open and settled bets, money in euros, with filters; a text for each empty list, and for visitors. For
 * loading and errors see `QueryState`.
 */
export function MyBetsPage(props: MyBetsPageProps) {
  const user = useSession()?.user
  return (
    <div>
      <PageTitle className="pb-4">{messages.bets.title}</PageTitle>
      {user ? <Bets key={user.id} user={user} {...props} /> : <ErrorNotice message={messages.bets.notAuthenticated} />}
    </div>
  )
}

function Bets({ user, search, onSearch }: MyBetsPageProps & { user: User }) {
  const query = useInfiniteQuery({ ...shownBetsQuery(search), select: groupBets, refetchInterval: REFRESH_MS })
  const older = { isLoading: query.isFetchingNextPage, onLoad: () => void query.fetchNextPage() }
  const unseen = useUnseen(user.id)
  // The bets settled since the last visit appear together with the first list; later they would push it down.
  const data = unseen === undefined ? undefined : query.data
  const [hasOpened, setHasOpened] = useState(false)
  if (!hasOpened && data !== undefined) setHasOpened(true)
  return (
    <>
      <Found search={search} />
      <BetTabs query={{ ...query, data }} news={hasOpened && unseen ? unseen : null} {...{ older, search, onSearch }} />
    </>
  )
}

/** Tells screen readers how many bets match the filters. */
function Found({ search }: { search: BetSearch }) {
  const { data } = useQuery(betTotalsQuery(search))
  return (
    <p role="status" className="sr-only">
      {isFiltered(search) && data !== undefined && `${data.open} open and ${data.settled} settled bets match.`}
    </p>
  )
}

/**
 * '€43.00 staked · up to €127.60 back', '€30.00 staked · €42.00 returned · +€12.00 net': the tabs say of how many. Its line
 * is reserved while that is unknown.
 */
function Totals({ search }: { search: BetSearch }) {
  const { data } = useQuery(betTotalsQuery(search))
  const { open, openStake, openReturn, settled, settledStake, settledReturn } = data ?? NO_TOTALS
  return (
    <p className="min-h-5 text-muted text-second">
      {search.tab === undefined && open > 0 && (
        <>
          <Money amount={openStake} /> staked · up to <Money amount={openReturn} className="font-semibold text-text" />{' '}
          back
        </>
      )}
      {search.tab === 'settled' && settled > 0 && (
        <>
          <Money amount={settledStake} /> staked · <Money amount={settledReturn} /> returned ·{' '}
          <Money
            amount={eurosOf(toCents(settledReturn) - toCents(settledStake))}
            signed
            toned
            className="font-semibold"
          />{' '}
          net
        </>
      )}
    </p>
  )
}

const NO_TOTALS: BetTotals = { open: 0, openStake: 0, openReturn: 0, settled: 0, settledStake: 0, settledReturn: 0 }

type BetTabsProps = MyBetsPageProps & {
  query: ComponentProps<typeof QueryState<MyBets>>['query']
  news: Unseen | null
  older: { isLoading: boolean; onLoad: () => void }
}

const NONE_YET: MyBets = { open: [], settled: [], hasMoreOpen: false, hasMoreSettled: false }

/** The tabs and their filters are there while the lists load. */
function BetTabs({ query, news, older, search, onSearch }: BetTabsProps) {
  const { open, settled, hasMoreOpen, hasMoreSettled } = query.data ?? NONE_YET
  const isLoaded = query.data !== undefined
  const { data: totals } = useQuery(betTotalsQuery(search))
  const { tab, ...filters } = search
  const matching = JSON.stringify(filters)
  const { leaving, isNews } = useNews(open, settled, matching)
  const emptyOf = (text: string, hint: string) =>
    isFiltered(search) ? { onClear: () => onSearch(cleared(search)) } : { text, hint }
  const list = (props: Omit<ComponentProps<typeof BetList>, 'isNews'>) => (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
        <BetFilters search={search} onSearch={onSearch} />
        <Totals search={search} />
      </div>
      <QueryState query={query} loading="Loading your bets…" skeleton={<BetsSkeleton />} errorMessage={betsErrorText}>
        {() => (
          <>
            {news && <SinceLastVisit unseen={news} onShow={() => onSearch({ tab: 'settled' })} />}
            <BetList key={matching} isNews={isNews} {...props} />
          </>
        )}
      </QueryState>
    </>
  )
  return (
    <Tabs<'open' | 'settled'>
      label={messages.bets.title}
      value={tab ?? 'open'}
      onValueChange={(next) => onSearch(next === 'settled' ? { ...filters, tab: next } : filters)}
      variant="segment"
      items={[
        {
          value: 'open',
          label: (
            <TabLabel
              text={messages.bets.open}
              count={totals?.open}
              loaded={isLoaded ? open.length : null}
              hasMore={hasMoreOpen}
            />
          ),
          panel: list({
            bets: withLeaving(open, leaving),
            returns: 'Potential win',
            older: hasMoreOpen ? older : null,
            empty: emptyOf('No open bets.', 'Your bets stay here until their games are decided.'),
          }),
        },
        {
          value: 'settled',
          label: (
            <TabLabel
              text={messages.bets.settled}
              count={totals?.settled}
              loaded={isLoaded ? settled.length : null}
              hasMore={hasMoreSettled}
            />
          ),
          panel: list({
            bets: settled,
            returns: 'Returned',
            older: hasMoreSettled ? older : null,
            empty: emptyOf('No settled bets yet.', 'Your bets move here once they are decided.'),
          }),
        },
      ]}
    />
  )
}

type TabLabelProps = { text: string; count: number | undefined; loaded: number | null; hasMore: boolean }

/** The number of bets on the server; until that is known, of those loaded. Room for it is reserved. */
function TabLabel({ text, count, loaded, hasMore }: TabLabelProps) {
  const known = count ?? loaded
  return (
    <>
      {text}{' '}
      {known === null ? (
        <span className="inline-block h-5 min-w-5" />
      ) : (
        <Count value={known} hasMore={count === undefined && hasMore} />
      )}
    </>
  )
}
