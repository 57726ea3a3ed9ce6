// How fresh the prices on screen are: by the state of the feed, and by this browser's connection.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FeedStatus } from '#services/contract/contract.ts'
import { feedStatusQuery } from '#ui/data/feed.ts'
import { liveGamesQuery } from '#ui/data/games.ts'
import {
  BEHIND_INTERVAL_MS,
  LAG_MS,
  lastContactTime,
  useIsStreamBehind,
  useStreamState,
} from '#ui/lib/live/stream-state.ts'

/** `since` is an instant of the business clock; `age` is how long nothing has arrived, in milliseconds. */
export type Freshness =
  | { state: 'unknown' }
  | { state: 'live' }
  | { state: 'delayed' | 'offline'; since: string }
  | { state: 'delayed' | 'offline'; age: number }
  | { state: 'paused' }

/** After this long without any contact, the browser counts as offline. */
export const OFFLINE_MS = 120_000
const TICK_MS = 1_000

/** How fresh the prices on screen are; 'unknown' until the stream is live and the feed's state has loaded. */
export function useFreshness(): Freshness {
  const stream = useStreamState()
  const isBehind = useIsStreamBehind()
  const { data: feed } = useQuery(feedStatusQuery())
  // Without pushes, the live games are fetched on every page, so that there is a last reply to tell the age by.
  const { dataUpdatedAt } = useQuery({ ...liveGamesQuery(), refetchInterval: isBehind && BEHIND_INTERVAL_MS })
  const now = useNow(isBehind)
  if (stream === 'paused') return { state: 'paused' }
  const lastAt = Math.max(lastContactTime(), dataUpdatedAt)
  if (isBehind && lastAt > 0) {
    const age = Math.max(0, now - lastAt)
    if (stream === 'delayed' || age >= LAG_MS) return { state: age < OFFLINE_MS ? 'delayed' : 'offline', age }
  }
  return stream === 'live' && feed !== undefined ? ofFeed(feed) : { state: 'unknown' }
}

function ofFeed({ status, since }: FeedStatus): Freshness {
  return status === 'live' || since === null ? { state: 'live' } : { state: status, since }
}

function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}
