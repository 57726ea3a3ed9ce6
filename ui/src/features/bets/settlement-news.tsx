import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Bet } from '#services/contract/contract.ts'
import { useSession } from '#ui/lib/session.ts'
import { businessNow, useIsClockSynced } from '#ui/lib/time/business-clock.ts'
import { notify } from '#ui/lib/toasts.ts'
import { settledSinceQuery } from './api/bets.ts'
import { readLastVisit, saveLastVisit } from './model/last-visit.ts'
import { settlementsText, settlementText } from './model/settlement-text.ts'

/** More than these at once become one line: a third notification would cover the bets on a phone. */
const MAX_SINGLE_NOTICES = 2

/** Notifies the bettor of each settlement as it happens, on every page. Mount once; load lazily. */
export default function SettlementNews() {
  const user = useSession()?.user
  const isSynced = useIsClockSynced()
  return user && !user.is_admin && isSynced ? <NewsOf key={user.id} account={user.id} /> : null
}

function NewsOf({ account }: { account: string }) {
  const [since] = useState(() => readLastVisit(account) ?? new Date(businessNow()).toISOString())
  const { data } = useQuery(settledSinceQuery(since))
  /** Settlements before this page was opened are not news: the panel in My Bets shows them. */
  const notified = useRef<Set<string> | null>(null)
  useEffect(() => {
    if (readLastVisit(account) === null) saveLastVisit(account, Date.parse(since))
  }, [account, since])
  useEffect(() => {
    if (data === undefined) return
    const before = notified.current
    notified.current = new Set([...(before ?? []), ...data.bets.map(settlementKey)])
    if (before !== null) notifySettled(data.bets.filter((bet) => !before.has(settlementKey(bet))))
  }, [data])
  return null
}

const settlementKey = (bet: Bet): string => `${bet.id} ${bet.settled_at}`

function notifySettled(settled: readonly Bet[]): void {
  if (settled.length > MAX_SINGLE_NOTICES) notify(settlementsText(settled), 'info')
  else for (const bet of settled.toReversed()) notify(settlementText(bet), bet.status === 'won' ? 'success' : 'info')
}
