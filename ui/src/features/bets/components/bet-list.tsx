import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Bet } from '#services/contract/contract.ts'
import { EmptyNotice } from '#ui/components/query-state.tsx'
import { Button, buttonStyle } from '#ui/components/ui/button.tsx'
import { useLiveGames } from '../model/use-live-games.ts'
import { BetRow } from './bet-row.tsx'

/** Rows per step, so that a long history renders quickly. */
const STEP = 30

type OlderBets = { isLoading: boolean; onLoad: () => void }

type BetListProps = {
  bets: Bet[]
  isNews: (bet: Bet) => boolean
  /** The label of the fourth column. */
  returns: 'Potential win' | 'Returned'
  /** Further bets on the server; null if these are all. */
  older: OlderBets | null
  empty: Empty
}

/** Why the list is empty: no bets yet, or none that match the filters. */
type Empty = { text: string; hint: string } | { onClear: () => void }

/** Bets as rows. 'Show more' first shows more of the loaded bets, then loads older ones. */
export function BetList({ bets, isNews, returns, older, empty }: BetListProps) {
  const [limit, setLimit] = useState(STEP)
  const games = useLiveGames()
  const list = useRef<HTMLUListElement>(null)
  /** The first new row takes the focus when the button disappears. */
  const focusIndex = useRef<number | null>(null)
  const shownCount = Math.min(bets.length, limit)

  useEffect(() => {
    if (focusIndex.current === null || shownCount <= focusIndex.current) return
    const row = list.current?.children[focusIndex.current]
    focusIndex.current = null
    if (row instanceof HTMLElement) row.focus()
  }, [shownCount])

  const showMore = () => {
    focusIndex.current = shownCount
    setLimit(limit + STEP)
    if (bets.length <= limit) older?.onLoad()
  }

  if (bets.length === 0) return older ? <NotLoaded {...older} /> : <NoBets empty={empty} />
  return (
    <>
      <div className="@container/bets overflow-hidden rounded-card border border-border bg-surface">
        <div aria-hidden="true" className="bet-heads bet-columns bg-raised px-4 py-2 text-label text-muted">
          <span>Bet</span>
          <span className="bet-odds">Odds</span>
          <span className="bet-score">Stake</span>
          <span className="bet-clock">{returns}</span>
          <span className="bet-standing">Result</span>
        </div>
        <ul ref={list} className="divide-y divide-border">
          {bets.slice(0, limit).map((bet) => (
            <li key={bet.id} tabIndex={-1} className="outline-offset-[-2px]">
              <BetRow bet={bet} games={games} isNews={isNews(bet)} />
            </li>
          ))}
        </ul>
      </div>
      {(bets.length > limit || older !== null) && (
        <Button className="mt-4 w-full" busy={older?.isLoading ?? false} busyLabel="Loading…" onClick={showMore}>
          {bets.length > limit ? 'Show more' : 'Show older bets'}
        </Button>
      )}
    </>
  )
}

function NoBets({ empty }: { empty: Empty }) {
  if ('onClear' in empty)
    return (
      <EmptyNotice action={<Button onClick={empty.onClear}>Clear the filters</Button>}>
        No bets match these filters.
      </EmptyNotice>
    )
  return (
    <EmptyNotice
      hint={empty.hint}
      action={
        <Link to="/" className={buttonStyle({ variant: 'secondary' })}>
          Find a game
        </Link>
      }
    >
      {empty.text}
    </EmptyNotice>
  )
}

/** Settled bets come after all open ones, so the first pages may not have any. */
function NotLoaded({ isLoading, onLoad }: OlderBets) {
  return (
    <EmptyNotice
      hint="They are listed after your open bets."
      action={
        <Button busy={isLoading} busyLabel="Loading…" onClick={onLoad}>
          Show older bets
        </Button>
      }
    >
      No settled bets loaded yet.
    </EmptyNotice>
  )
}
