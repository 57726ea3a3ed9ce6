import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Bet } from '#services/contract/contract.ts'
import { EmptyNotice } from '#ui/components/query-state.tsx'
import { Button, buttonStyle } from '#ui/components/ui/button.tsx'
import { BetCard } from './bet-card.tsx'

/** Cards per step, so that a long history renders quickly. */
const STEP = 30

type OlderBets = { isLoading: boolean; onLoad: () => void }

type BetListProps = {
  bets: Bet[]
  /** Further bets on the server; null where these are all. */
  older: OlderBets | null
  emptyText: string
  emptyHint: string
}

/** Bets as cards; 'Show more' adds loaded ones first, then older ones from the server. */
export function BetList({ bets, older, emptyText, emptyHint }: BetListProps) {
  const [limit, setLimit] = useState(STEP)
  const list = useRef<HTMLUListElement>(null)
  /** The first new card takes the focus when the button disappears. */
  const focusIndex = useRef<number | null>(null)
  const shownCount = Math.min(bets.length, limit)

  useEffect(() => {
    if (focusIndex.current === null || shownCount <= focusIndex.current) return
    const card = list.current?.children[focusIndex.current]
    focusIndex.current = null
    if (card instanceof HTMLElement) card.focus()
  }, [shownCount])

  const showMore = () => {
    focusIndex.current = shownCount
    setLimit(limit + STEP)
    if (bets.length <= limit) older?.onLoad()
  }

  if (bets.length === 0) {
    return <div className="pt-4">{older ? <NotLoaded {...older} /> : <Empty text={emptyText} hint={emptyHint} />}</div>
  }
  return (
    <>
      <ul ref={list} className="flex flex-col gap-3 pt-4">
        {bets.slice(0, limit).map((bet) => (
          <li key={bet.id} tabIndex={-1} className="rounded-card">
            <BetCard bet={bet} />
          </li>
        ))}
      </ul>
      {(bets.length > limit || older !== null) && (
        <Button className="mt-4 w-full" busy={older?.isLoading ?? false} busyLabel="Loading…" onClick={showMore}>
          {bets.length > limit ? 'Show more' : 'Show older bets'}
        </Button>
      )}
    </>
  )
}

function Empty({ text, hint }: { text: string; hint: string }) {
  return (
    <EmptyNotice
      hint={hint}
      action={
        <Link to="/" className={buttonStyle({ variant: 'secondary' })}>
          Find a game
        </Link>
      }
    >
      {text}
    </EmptyNotice>
  )
}

/** Settled bets come after all open ones, so the first pages may hold none. */
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
