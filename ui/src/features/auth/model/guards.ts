// Who may see a page. For comfort only: the server enforces every rule itself.
import { redirect } from '@tanstack/react-router'
import { verifyAdmin } from '#ui/data/auth.ts'
import { readRedirect } from '#ui/lib/address/redirect-search.ts'
import { readSession } from '#ui/lib/session.ts'

/** Redirects to what has to be done first: an own password, a second factor. From there the visitor continues to `href`. */
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

/** Redirects anonymous visitors to sign in; from there they return to `href`. */
export function requireSession(href: string) {
  const session = readSession()
  if (!session) throw redirect({ to: '/login', search: { redirect: href } })
  return session
}

/** Whether the signed-in visitor is an admin: by the stored user, otherwise by asking the server. */
export async function requireAdmin(href: string): Promise<{ isAdmin: boolean }> {
  const { user, token } = requireSession(href)
  if (user.is_admin) return { isAdmin: true }
  return { isAdmin: await verifyAdmin(token).catch(() => false) }
}
