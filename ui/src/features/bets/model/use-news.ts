import { useEffect, useRef, useState } from 'react'
import type { Bet } from '#services/contract/contract.ts'

/** How long a bet stays among the open ones after it was settled. */
const STAYS_MS = 8_000

type News = {
  /** Settled while the page was open, and still shown among the open bets. */
  leaving: ReadonlyMap<string, Bet>
  /** Whether the bet was settled while the page was open. */
  isNews(bet: Bet): boolean
}

/**
 * Which bets were settled while the page was open: they are highlighted on their way from open to settled. `matching`:
 * the filters; with others, it starts anew.
 */
export function useNews(open: Bet[], settled: Bet[], matching: string): News {
  const wereOpen = useRef(new Set<string>())
  const [news, setNews] = useState<ReadonlySet<string>>(new Set())
  const [leaving, setLeaving] = useState<ReadonlyMap<string, Bet>>(new Map())
  const [shown, setShown] = useState(matching)
  if (shown !== matching) {
    setShown(matching)
    setNews(new Set())
    setLeaving(new Map())
  }
  useEffect(() => {
    const fresh = settled.filter(({ id }) => wereOpen.current.has(id))
    wereOpen.current = new Set(open.map(({ id }) => id))
    if (fresh.length === 0) return
    setNews((before) => new Set([...before, ...fresh.map(({ id }) => id)]))
    setLeaving((before) => new Map([...before, ...fresh.map((bet) => [bet.id, bet] as const)]))
    // Not cleared with the effect: otherwise a change of the lists in the meantime would keep these bets here for good.
    setTimeout(() => {
      setLeaving((before) => new Map([...before].filter(([id]) => fresh.every((bet) => bet.id !== id))))
    }, STAYS_MS)
  }, [open, settled])
  return { leaving, isNews: (bet) => bet.status !== 'pending' && news.has(bet.id) }
}

/** The open bets and those that are leaving, each in its old place. */
export function withLeaving(open: Bet[], leaving: ReadonlyMap<string, Bet>): Bet[] {
  if (leaving.size === 0) return open
  const isOpen = new Set(open.map(({ id }) => id))
  const all = [...open, ...[...leaving.values()].filter(({ id }) => !isOpen.has(id))]
  return all.toSorted((a, b) => b.created_at.localeCompare(a.created_at))
}
