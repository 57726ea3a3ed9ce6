import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readSession, subscribeSession } from '#ui/lib/session.ts'

/** Everything that the guards depend on. */
const readIdentity = () => {
  const session = readSession()
  return session && `${session.user.id} ${session.passwordChangeRequired} ${session.secondFactorSetupRequired}`
}

/** Runs the current page's guards again, in every tab, when a user signs in or out, or has to do something first. */
export function useGuardRefresh(): void {
  const router = useRouter()
  useEffect(() => {
    let before = readIdentity()
    return subscribeSession(() => {
      const now = readIdentity()
      if (now === before) return
      before = now
      void router.invalidate()
    })
  }, [router])
}
