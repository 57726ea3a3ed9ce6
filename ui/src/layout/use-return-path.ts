import { useLocation } from '@tanstack/react-router'

/** The page that the visitor is on, to come back to after signing in; none for the sign-in page itself. */
export function useReturnPath(): string | undefined {
  return useLocation({
    select: (location) => (location.pathname === '/login' || location.href === '/' ? undefined : location.href),
  })
}
