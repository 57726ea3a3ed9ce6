import { useLocation } from '@tanstack/react-router'

/**
 * The current page, to return to after signing in; undefined on the sign-in page and the main page, which is the
 * default.
 */
export function useReturnPath(): string | undefined {
  return useLocation({
    select: (location) => (location.pathname === '/login' || location.href === '/' ? undefined : location.href),
  })
}
