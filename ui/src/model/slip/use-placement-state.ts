import { useCallback, useEffect, useState } from 'react'
import { readSession, subscribeSession } from '#ui/lib/session.ts'
import { useStorageEvent } from '#ui/lib/storage-events.ts'
import { readSubmissions, SUBMISSIONS_STORAGE_KEY } from './pending-submissions.ts'
import { idlePlacement, type Placement } from './placement.ts'

type SetPlacement = (update: (before: Placement) => Placement) => void

/**
 * The state of placing. While nothing is in progress, the slip is locked if the account has unanswered bets, whichever
 * tab sent them, even after a reload; it is unlocked once any tab has received the answers.
 */
export function usePlacementState(): [Placement, SetPlacement] {
  const [placement, set] = useState(() => atRest(idlePlacement))
  const setPlacement = useCallback<SetPlacement>((update) => set((before) => atRest(update(before))), [])
  const look = useCallback(() => set(atRest), [])
  useEffect(() => subscribeSession(look), [look])
  useStorageEvent(SUBMISSIONS_STORAGE_KEY, look)
  return [placement, setPlacement]
}

function atRest(placement: Placement): Placement {
  const isLocked = readSubmissions(readSession()?.user.id ?? '').length > 0
  if (placement.phase !== (isLocked ? 'idle' : 'unknown')) return placement
  return isLocked ? { ...placement, phase: 'unknown', error: null } : idlePlacement
}
