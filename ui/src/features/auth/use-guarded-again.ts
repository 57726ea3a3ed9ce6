import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readSession, subscribeSession } from '../../lib/session.ts'

/** Asks the guards of the page on screen again when somebody signs in or out, here or in another tab. */
export function useGuardedAgain(): void {
  const router = useRouter()
  useEffect(() => {
    let known = readSession()?.user.id ?? null
    return subscribeSession(() => {
      const current = readSession()?.user.id ?? null
      if (current === known) return
      known = current
      void router.invalidate()
    })
  }, [router])
}
