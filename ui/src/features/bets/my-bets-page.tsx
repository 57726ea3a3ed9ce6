import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { User } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { ErrorNotice, QueryState } from '#ui/components/query-state.tsx'
import { Count } from '#ui/components/ui/badge.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { Tabs } from '#ui/components/ui/tabs.tsx'
import { betsErrorText, groupBets, type MyBets } from '#ui/data/bets.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { useSession } from '#ui/lib/session.ts'
import { betTotalsQuery, shownBetsQuery } from './api/bets.ts'
import { BetFilters } from './components/bet-filters.tsx'
import { BetList } from './components/bet-list.tsx'
import { SinceLastVisit } from './components/since-last-visit.tsx'
import { type BetSearch, isFiltered } from './model/bet-search.ts'
import { useNews, withLeaving } from './model/use-news.ts'
import { useUnseen } from './model/use-unseen.ts'

type MyBetsPageProps = { search: BetSearch; onSearch: (search: BetSearch) => void }

/** Games that were under way may have ended: their legs tick off without waiting for the bet. */
const REFRESH_MS = 30_000

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
  // What is unseen comes with the first list, in place of its skeleton: later it would push the list down.
  const data = unseen === undefined ? undefined : query.data
  const [hasOpened, setHasOpened] = useState(false)
  if (!hasOpened && data !== undefined) setHasOpened(true)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 pb-2">
        <BetFilters search={search} onSearch={onSearch} />
        <OpenTotals search={search} />
      </div>
      {hasOpened && unseen && <SinceLastVisit unseen={unseen} onShow={() => onSearch({ tab: 'settled' })} />}
      <QueryState
        query={{ ...query, data }}
        loading="Loading your bets…"
        skeleton={
          <div className="flex flex-col gap-3 pt-14">
            <Skeletons count={3} className="h-[6.5rem] rounded-card" />
          </div>
        }
        errorMessage={betsErrorText}
      >
        {(bets) => <BetTabs key={JSON.stringify({ ...search, tab: '' })} {...{ bets, older, search, onSearch }} />}
      </QueryState>
    </>
  )
}

/** '4 open · €43.00 staked · up to €127.60 back'. Its line is there before it is known. */
function OpenTotals({ search }: { search: BetSearch }) {
  const { data } = useQuery(betTotalsQuery(search))
  return (
    <p className="min-h-5 text-muted text-second">
      {data !== undefined && data.open > 0 && (
        <>
          {data.open} open · <Money amount={data.openStake} /> staked · up to{' '}
          <Money amount={data.openReturn} className="font-semibold text-text" /> back
        </>
      )}
    </p>
  )
}

type BetTabsProps = MyBetsPageProps & { bets: MyBets; older: { isLoading: boolean; onLoad: () => void } }

function BetTabs({ bets: { open, settled, hasMoreOpen, hasMoreSettled }, older, search, onSearch }: BetTabsProps) {
  const { data: totals } = useQuery(betTotalsQuery(search))
  const { leaving, isNews } = useNews(open, settled)
  const { tab, ...filters } = search
  const noneText = isFiltered(search) ? 'No bets match these filters.' : null
  const list = (props: Omit<ComponentProps<typeof BetList>, 'isNews'>) => (
    <div className="pt-3">
      <BetList isNews={isNews} {...props} />
    </div>
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
          label: <TabLabel text={messages.bets.open} count={totals?.open} loaded={open.length} hasMore={hasMoreOpen} />,
          panel: list({
            bets: withLeaving(open, leaving),
            returns: 'Potential win',
            older: hasMoreOpen ? older : null,
            emptyText: noneText ?? 'No open bets.',
            emptyHint: 'Your bets stay here until their games are decided.',
          }),
        },
        {
          value: 'settled',
          label: (
            <TabLabel
              text={messages.bets.settled}
              count={totals?.settled}
              loaded={settled.length}
              hasMore={hasMoreSettled}
            />
          ),
          panel: list({
            bets: settled,
            returns: 'Returned',
            older: hasMoreSettled ? older : null,
            emptyText: noneText ?? 'No settled bets yet.',
            emptyHint: 'Your bets move here once they are decided.',
          }),
        },
      ]}
    />
  )
}

type TabLabelProps = { text: string; count: number | undefined; loaded: number; hasMore: boolean }

/** How many the server has; until that is known, how many are loaded. */
function TabLabel({ text, count, loaded, hasMore }: TabLabelProps) {
  return (
    <>
      {text} <Count value={count ?? loaded} hasMore={count === undefined && hasMore} />
    </>
  )
}
