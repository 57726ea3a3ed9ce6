// Who may see a page. For convenience only: the server enforces every rule itself.
import { redirect } from '@tanstack/react-router'
import { verifyAdmin } from '#ui/data/auth.ts'
import { readRedirect } from '#ui/lib/address/redirect-search.ts'
import { readSession } from '#ui/lib/session.ts'

/**
 * Redirects to what must be done first: a password of one's own, a second factor. Afterwards the user continues to
 * `href`.
 */
export function requireDuties({ pathname, href }: { pathname: string; href: string }): void {
  const session = readSession()
  const to = session?.passwordChangeRequired
    ? '/change-password'
    : session?.secondFactorSetupRequired
      ? '/second-factor'
      : null
  if (to === null || pathname === to) return
  throw redirect({ to, search: readRedirect({ redirect: href }), replace: true })
}

/** Redirects visitors to sign in; afterwards they return to `href`. */
export function requireSession(href: string) {
  const session = readSession()
  if (!session) throw redirect({ to: '/login', search: { redirect: href } })
  return session
}

/** Whether the signed-in user is an admin: by the stored user, or else by asking the server. */
export async function requireAdmin(href: string): Promise<{ isAdmin: boolean }> {
  const { user, token } = requireSession(href)
  if (user.is_admin) return { isAdmin: true }
  return { isAdmin: await verifyAdmin(token).catch(() => false) }
}
