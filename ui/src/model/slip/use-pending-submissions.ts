import { useEffect } from 'react'
import { useSession } from '#ui/lib/session.ts'
import { useStorageEvent } from '#ui/lib/storage-events.ts'
import { readSubmissions, SUBMISSIONS_STORAGE_KEY } from './pending-submissions.ts'
import { idlePlacement, type Placement } from './placement.ts'

/**
 * Locks the slip while the account has bets without an answer, also after a reload. Unlocks it when another tab receives
 * the answer.
 */
export function usePendingSubmissions(setPlacement: (update: (before: Placement) => Placement) => void): void {
  const accountId = useSession()?.user.id ?? null
  useEffect(() => {
    const hasPending = accountId !== null && readSubmissions(accountId).length > 0
    setPlacement((before) => {
      if (!hasPending) return unlock(before)
      return before.phase === 'idle' ? { ...before, phase: 'unknown' } : before
    })
  }, [accountId, setPlacement])
  useStorageEvent(SUBMISSIONS_STORAGE_KEY, () => {
    if (accountId === null || readSubmissions(accountId).length === 0) setPlacement(unlock)
  })
}

const unlock = (before: Placement): Placement => (before.phase === 'unknown' ? idlePlacement : before)
