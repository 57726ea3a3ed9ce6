import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readSession, subscribeSession } from '#ui/lib/session.ts'

const known = () => {
  const session = readSession()
  return session && `${session.user.id} ${session.passwordChangeRequired ?? false}`
}

/** Asks the guards of the page on screen again when somebody signs in or out, or must change a password, in any tab. */
export function useGuardedAgain(): void {
  const router = useRouter()
  useEffect(() => {
    let before = known()
    return subscribeSession(() => {
      const now = known()
      if (now === before) return
      before = now
      void router.invalidate()
    })
  }, [router])
}
