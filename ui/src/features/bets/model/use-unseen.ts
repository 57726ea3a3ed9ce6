import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { businessNow, useIsClockSynced } from '#ui/lib/time/business-clock.ts'
import { SETTLED_SINCE, type SettledNews, settledSinceQuery } from '../api/bets.ts'
import { readLastVisit, saveLastVisit } from './last-visit.ts'

export type Unseen = SettledNews & { since: string }

/**
 * The bets settled between the last visit to My Bets and this one. Undefined while loading; null if there are none, or
 * if they cannot be loaded. The result stays as first found: bets settled during the visit are shown elsewhere. Records
 * this visit as the last one.
 */
export function useUnseen(account: string): Unseen | null | undefined {
  const [since] = useState(() => readLastVisit(account))
  const client = useQueryClient()
  const { data, isFetching } = useQuery({
    ...settledSinceQuery(since ?? ''),
    enabled: since !== null,
    placeholderData: () => knownSince(client, since ?? ''),
  })
  const [found, setFound] = useState<SettledNews | null>()
  if (found === undefined && (data !== undefined || !isFetching)) setFound(data ?? null)
  const isSynced = useIsClockSynced()
  // Also what arrives while the page is open has been seen here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more for each reply
  useEffect(() => {
    if (!isSynced) return
    saveLastVisit(account, businessNow())
    return () => saveLastVisit(account, businessNow())
  }, [account, isSynced, data])
  if (found === undefined) return undefined
  return since === null || found === null || found.bets.length === 0 ? null : { ...found, since }
}

/**
 * Taken from the settlement news, which fetched from an earlier instant: moving between pages, the list need not wait.
 */
function knownSince(client: QueryClient, since: string): SettledNews | undefined {
  const kept = client.getQueryCache().findAll({ queryKey: SETTLED_SINCE, type: 'active' })
  const earlier = kept.find(({ queryKey }) => String(queryKey.at(-1)) < since)?.state.data as SettledNews | undefined
  if (earlier === undefined) return undefined
  const bets = earlier.bets.filter(({ settled_at }) => settled_at !== null && settled_at > since)
  return { bets, more: earlier.more && bets.length === earlier.bets.length }
}
