import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Count } from '#ui/components/ui/badge.tsx'
import { useSession } from '#ui/lib/session.ts'
import { settledSinceQuery } from './api/bets.ts'
import { readLastVisit, useLastVisit } from './model/last-visit.ts'

/**
 * How many bets were settled since My Bets was last opened; nothing if none were, or while that is unknown. Load it
 * lazily.
 */
export default function NewsCount({ className }: { className?: string }) {
  const user = useSession()?.user
  return user && !user.is_admin ? <CountOf key={user.id} account={user.id} className={className} /> : null
}

function CountOf({ account, className }: { account: string; className: string | undefined }) {
  const lastVisit = useLastVisit(account)
  // The same query as the settlement news, as long as the page stays open.
  const [since] = useState(() => readLastVisit(account))
  const { data } = useQuery({ ...settledSinceQuery(since ?? lastVisit ?? ''), enabled: lastVisit !== null })
  const unseen = data?.bets.filter(({ settled_at }) => settled_at !== null && settled_at > (lastVisit ?? '')) ?? []
  if (unseen.length === 0) return null
  return (
    <>
      <Count value={unseen.length} hasMore={data?.more === true} {...(className === undefined ? {} : { className })} />
      <span className="sr-only">settled since your last visit</span>
    </>
  )
}
