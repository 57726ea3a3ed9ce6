// Who may see a page. For comfort only: the server enforces every rule again.
import { redirect } from '@tanstack/react-router'
import { verifyAdmin } from '#ui/data/auth.ts'
import { safePath } from '#ui/lib/safe-path.ts'
import { readSession } from '#ui/lib/session.ts'

/** Sends whoever signed in with a made-up password to change it, from where they go on to `href`. */
export function requireOwnPassword({ pathname, href }: { pathname: string; href: string }): void {
  if (!readSession()?.passwordChangeRequired || pathname === '/change-password') return
  const target = safePath(href)
  throw redirect({ to: '/change-password', search: target === '/' ? {} : { redirect: target }, replace: true })
}

/** Sends anonymous visitors to sign in, from where they come back to `href`. */
export function requireSession(href: string) {
  const session = readSession()
  if (!session) throw redirect({ to: '/login', search: { redirect: href } })
  return session
}

/** Whether the signed-in visitor is an admin: by the user record, otherwise by asking. */
export async function requireAdmin(href: string): Promise<{ isAdmin: boolean }> {
  const { user, token } = requireSession(href)
  if (user.is_admin) return { isAdmin: true }
  return { isAdmin: await verifyAdmin(token).catch(() => false) }
}
