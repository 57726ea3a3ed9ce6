// A list of bets that grows as it is asked to, by what is loaded and then by what the server has.
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Bet } from '#services/contract/contract.ts'
import { EmptyNotice } from '#ui/components/query-state.tsx'
import { Button, buttonStyle } from '#ui/components/ui/button.tsx'
import { BetCard } from './bet-card.tsx'

/** Cards are added as they are asked for: a long history stays quick. */
const SHOWN_AT_ONCE = 30

export type BetListProps = {
  bets: Bet[]
  /** What the server has beyond them; null where these are all. */
  older: { busy: boolean; onShow: () => void } | null
  empty: string
  hint: string
}

export function BetList({ bets, older, empty, hint }: BetListProps) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const list = useRef<HTMLUListElement>(null)
  /** Where the reader was when more were asked for: the first new card takes the focus, or it would be lost with the button. */
  const wanted = useRef<number | null>(null)
  const visible = Math.min(bets.length, shown)

  useEffect(() => {
    if (wanted.current === null || visible <= wanted.current) return
    const card = list.current?.children[wanted.current]
    wanted.current = null
    if (card instanceof HTMLElement) card.focus()
  }, [visible])

  const showMore = () => {
    wanted.current = visible
    setShown(shown + SHOWN_AT_ONCE)
    if (bets.length <= shown) older?.onShow()
  }

  if (bets.length === 0) {
    return (
      <div className="pt-4">
        {older === null ? (
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
        ) : (
          <EmptyNotice
            hint="They come after your open bets."
            action={
              <Button busy={older.busy} busyLabel="Loading…" onClick={older.onShow}>
                Show older bets
              </Button>
            }
          >
            No settled bets loaded yet.
          </EmptyNotice>
        )}
      </div>
    )
  }
  return (
    <>
      <ul ref={list} className="flex flex-col gap-3 pt-4">
        {bets.slice(0, shown).map((bet) => (
          <li key={bet.id} tabIndex={-1} className="rounded-card">
            <BetCard bet={bet} />
          </li>
        ))}
      </ul>
      {(bets.length > shown || older !== null) && (
        <Button className="mt-4 w-full" busy={older?.busy ?? false} busyLabel="Loading…" onClick={showMore}>
          {bets.length > shown ? 'Show more' : 'Show older bets'}
        </Button>
      )}
    </>
  )
}
