import { useNavigate } from '@tanstack/react-router'
import { signOut } from '#ui/data/auth.ts'

/** Signs out and goes to the main page. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    // Leave first: the guard of the current page would ask to sign in again.
    await navigate({ to: '/' })
    await signOut()
  }
}
