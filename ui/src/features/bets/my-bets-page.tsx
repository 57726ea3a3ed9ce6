import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice, QueryState } from '#ui/components/query-state.tsx'
import { Count } from '#ui/components/ui/badge.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { Tabs } from '#ui/components/ui/tabs.tsx'
import { betsErrorText, betsQuery, groupBets } from '#ui/data/bets.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { useSession } from '#ui/lib/session.ts'
import { BetList } from './components/bet-list.tsx'

export function MyBetsPage() {
  const isSignedIn = useSession() !== null
  return (
    <div>
      <PageTitle className="pb-4">{messages.bets.title}</PageTitle>
      {isSignedIn ? <Bets /> : <ErrorNotice message={messages.bets.notAuthenticated} />}
    </div>
  )
}

type Tab = 'open' | 'settled'

function Bets() {
  const query = useInfiniteQuery({ ...betsQuery(), select: groupBets })
  const [tab, setTab] = useState<Tab>('open')
  const older = { isLoading: query.isFetchingNextPage, onLoad: () => void query.fetchNextPage() }
  return (
    <QueryState
      query={query}
      loading="Loading your bets…"
      skeleton={
        <div className="flex flex-col gap-3 pt-14">
          <Skeletons count={3} className="h-[10.25rem] rounded-card" />
        </div>
      }
      errorMessage={betsErrorText}
    >
      {({ open, settled, hasMoreOpen, hasMoreSettled }) => (
        <Tabs<Tab>
          label={messages.bets.title}
          value={tab}
          onValueChange={setTab}
          items={[
            {
              value: 'open',
              label: <TabLabel text={messages.bets.open} count={open.length} hasMore={hasMoreOpen} />,
              panel: (
                <BetList
                  bets={open}
                  older={hasMoreOpen ? older : null}
                  emptyText="No open bets."
                  emptyHint="Your bets stay here until their games are decided."
                />
              ),
            },
            {
              value: 'settled',
              label: <TabLabel text={messages.bets.settled} count={settled.length} hasMore={hasMoreSettled} />,
              panel: (
                <BetList
                  bets={settled}
                  older={hasMoreSettled ? older : null}
                  emptyText="No settled bets yet."
                  emptyHint="Your bets move here once they are decided."
                />
              ),
            },
          ]}
        />
      )}
    </QueryState>
  )
}

function TabLabel({ text, count, hasMore }: { text: string; count: number; hasMore: boolean }) {
  return (
    <>
      {text} <Count value={count} hasMore={hasMore} />
    </>
  )
}
