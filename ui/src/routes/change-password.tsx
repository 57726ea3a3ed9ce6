import { createFileRoute, redirect } from '@tanstack/react-router'
import { ChangePasswordPage } from '#ui/features/auth/change-password-page.tsx'
import { requireSession } from '#ui/features/auth/model/guards.ts'
import { knownSearch } from '#ui/lib/address/known-search.ts'
import { safePath } from '#ui/lib/address/safe-path.ts'

type Search = { redirect?: string }

const readSearch = knownSearch((search: Record<string, unknown>): Search => {
  const target = safePath(search.redirect)
  return target === '/' ? {} : { redirect: target }
})

/** For visitors who must change their password; everybody else does it in the profile. */
export const Route = createFileRoute('/change-password')({
  validateSearch: readSearch,
  beforeLoad: ({ search, location }) => {
    const { passwordChangeRequired } = requireSession(location.href)
    if (!passwordChangeRequired) throw redirect({ href: safePath(search.redirect), replace: true })
  },
  // Once the password is changed, the guard above redirects; after signing out, to the sign-in page.
  component: ChangePasswordPage,
})
