import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { limitsQuery } from '#ui/data/play-limits.ts'
import { readSession, subscribeSession } from '#ui/lib/session.ts'
import { MINUTE_MS } from '#ui/lib/time/durations.ts'
import { readCheckMinutes } from '#ui/model/play/check-minutes.ts'
import { continuePlaying, endPlaySession, type PlaySession, sumsOf, updatePlaySession } from '../model/play-session.ts'

const RealityCheckDialog = lazyPart(() => import('./reality-check-dialog.tsx'))

const TICK_MS = 15_000

/** The reality check, every so many minutes on screen: the time played, the stakes, the result. */
export function RealityCheck({ userId }: { userId: string }) {
  const client = useQueryClient()
  const [due, setDue] = useState<PlaySession | null>(null)

  useEffect(() => {
    let isOver = false
    async function tick() {
      if (document.visibilityState === 'hidden') return
      const now = Date.now()
      const session = continuePlaying(userId, now)
      const minutes = readCheckMinutes()
      const isDue = minutes > 0 && now - session.checkedAt >= minutes * MINUTE_MS
      // Closes here too if it was read in another tab, or switched off.
      setDue(isDue ? session : null)
      if (session.before !== null) return
      const limits = await client.fetchQuery(limitsQuery(userId)).catch(() => null)
      const before = limits && sumsOf(limits)
      // After a sign-out, nothing of the account may be stored again.
      if (before && !isOver) updatePlaySession(continuePlaying(userId, now), { before })
    }
    void tick()
    const timer = setInterval(() => void tick(), TICK_MS)
    const onVisible = () => void tick()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [client, userId])

  useEffect(() => subscribeSession(() => readSession() === null && endPlaySession()), [])

  if (due === null) return null
  return (
    <Suspense fallback={null}>
      <RealityCheckDialog
        session={due}
        onContinue={() => {
          updatePlaySession(continuePlaying(userId, Date.now()), { checkedAt: Date.now() })
          setDue(null)
        }}
      />
    </Suspense>
  )
}
