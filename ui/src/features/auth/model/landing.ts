import { safePath } from '#ui/lib/address/safe-path.ts'

/** Where somebody who signed in goes on: where they came from, else to what they are here for. `origin` is open to attackers. */
export function landingPath(origin: unknown, user: { readonly is_admin: boolean } | undefined): string {
  const path = safePath(origin)
  return path === '/' && user?.is_admin ? '/admin' : path
}
