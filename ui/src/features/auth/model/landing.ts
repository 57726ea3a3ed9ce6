import { safePath } from '#ui/lib/address/safe-path.ts'

/**
 * Where to go after signing in: back to where the user came from, or else to the page for their role. An attacker can
 * set `origin`.
 */
export function landingPath(origin: unknown, user: { readonly is_admin: boolean } | undefined): string {
  const path = safePath(origin)
  return path === '/' && user?.is_admin ? '/admin' : path
}
