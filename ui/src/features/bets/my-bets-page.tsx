// Exports: `MyBetsPage` (/my-bets). `betsQuery` in api.ts is the bettor's list of bets, which pushes keep current.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Bet } from '../../../../services/api/contract.ts'
import { messages } from '../../app/messages.ts'
import { EmptyNotice, ErrorNotice, QueryState } from '../../components/query-state.tsx'
import { Count } from '../../components/ui/badge.tsx'
import { Button, buttonStyle } from '../../components/ui/button.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { useSession } from '../../lib/session.ts'
import { PageTitle } from '../shell/page.tsx'
import { betsFailed, betsQuery } from './api.ts'
import { BetCard } from './bet-card.tsx'

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
  const query = useInfiniteQuery({ ...betsQuery(), select: (data) => data.pages.flat() })
  const [tab, setTab] = useState<Tab>('open')
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const older = hasNextPage && (
    <Button className="mt-4 w-full" busy={isFetchingNextPage} busyLabel="Loading…" onClick={() => fetchNextPage()}>
      Load older bets
    </Button>
  )
  return (
    <QueryState
      query={query}
      loading="Loading your bets…"
      skeleton={<CardSkeletons />}
      empty={null}
      errorMessage={betsFailed}
    >
      {(bets) => {
        const open = bets.filter((bet) => bet.status === 'pending')
        const settled = bets.filter((bet) => bet.status !== 'pending')
        return (
          <Tabs<Tab>
            label={messages.bets.title}
            value={tab}
            onValueChange={setTab}
            items={[
              {
                value: 'open',
                label: <TabLabel text={messages.bets.open} count={open.length} />,
                panel: (
                  <>
                    <BetList
                      bets={open}
                      empty="No open bets."
                      hint="Bets you place wait here until their games are decided."
                    />
                    {older}
                  </>
                ),
              },
              {
                value: 'settled',
                label: <TabLabel text={messages.bets.settled} count={settled.length} />,
                panel: (
                  <>
                    <BetList bets={settled} empty="No settled bets yet." hint="Decided bets come here by themselves." />
                    {older}
                  </>
                ),
              },
            ]}
          />
        )
      }}
    </QueryState>
  )
}

function TabLabel({ text, count }: { text: string; count: number }) {
  return (
    <>
      {text} <Count value={count} />
    </>
  )
}

/** Cards are added as they are asked for: a long history stays quick. */
const SHOWN_AT_ONCE = 30

function BetList({ bets, empty, hint }: { bets: Bet[]; empty: string; hint: string }) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  if (bets.length === 0) {
    return (
      <div className="pt-4">
        <EmptyNotice
          hint={hint}
          action={
            <Link to="/" className={buttonStyle({ variant: 'secondary' })}>
              Find a game
            </Link>
          }
        >
          {empty}
        </EmptyNotice>
      </div>
    )
  }
  return (
    <>
      <ul className="flex flex-col gap-3 pt-4">
        {bets.slice(0, shown).map((bet) => (
          <li key={bet.id}>
            <BetCard bet={bet} />
          </li>
        ))}
      </ul>
      {bets.length > shown && (
        <Button className="mt-4 w-full" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          Show more
        </Button>
      )}
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
