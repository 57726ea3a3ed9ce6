// Exports: `MyBetsPage` (/my-bets). `betsQuery` in api.ts is the bettor's list of bets, which pushes keep current.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice, QueryState } from '#ui/components/query-state.tsx'
import { Count } from '#ui/components/ui/badge.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { Tabs } from '#ui/components/ui/tabs.tsx'
import { betsFailed, betsQuery, myBets } from '#ui/data/bets.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { useSession } from '#ui/lib/session.ts'
import { BetList } from './components/bet-list.tsx'

type Tab = 'open' | 'settled'

export function MyBetsPage() {
  const signedIn = useSession() !== null
  return (
    <div>
      <PageTitle className="pb-4">{messages.bets.title}</PageTitle>
      {signedIn ? <Bets /> : <ErrorNotice message={messages.bets.notAuthenticated} />}
    </div>
  )
}

function Bets() {
  const query = useInfiniteQuery({ ...betsQuery(), select: myBets })
  const [tab, setTab] = useState<Tab>('open')
  const older = { busy: query.isFetchingNextPage, onShow: () => void query.fetchNextPage() }
  return (
    <QueryState
      query={query}
      loading="Loading your bets…"
      skeleton={<CardSkeletons />}
      empty={null}
      errorMessage={betsFailed}
    >
      {({ open, settled, openMore, settledMore }) => (
        <Tabs<Tab>
          label={messages.bets.title}
          value={tab}
          onValueChange={setTab}
          items={[
            {
              value: 'open',
              label: <TabLabel text={messages.bets.open} count={open.length} more={openMore} />,
              panel: (
                <BetList
                  bets={open}
                  older={openMore ? older : null}
                  empty="No open bets."
                  hint="Bets you place wait here until their games are decided."
                />
              ),
            },
            {
              value: 'settled',
              label: <TabLabel text={messages.bets.settled} count={settled.length} more={settledMore} />,
              panel: (
                <BetList
                  bets={settled}
                  older={settledMore ? older : null}
                  empty="No settled bets yet."
                  hint="Decided bets come here by themselves."
                />
              ),
            },
          ]}
        />
      )}
    </QueryState>
  )
}

function TabLabel({ text, count, more }: { text: string; count: number; more: boolean }) {
  return (
    <>
      {text} <Count value={count} more={more} />
    </>
  )
}

function CardSkeletons() {
  return (
    <div className="flex flex-col gap-3 pt-14">
      {[1, 2, 3].map((key) => (
        <Skeleton key={key} className="h-[10.25rem] rounded-card" />
      ))}
    </div>
  )
}
