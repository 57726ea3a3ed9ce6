import { createFileRoute, redirect } from '@tanstack/react-router'
import { ChangePasswordPage } from '#ui/features/auth/change-password-page.tsx'
import { requireSession } from '#ui/features/auth/model/guards.ts'
import { redirectSearch } from '#ui/lib/address/redirect-search.ts'
import { safePath } from '#ui/lib/address/safe-path.ts'

/** For users who must change their password; everybody else does it in the profile. */
export const Route = createFileRoute('/change-password')({
  validateSearch: redirectSearch,
  beforeLoad: ({ search, location }) => {
    const { passwordChangeRequired } = requireSession(location.href)
    if (!passwordChangeRequired) throw redirect({ href: safePath(search.redirect), replace: true })
  },
  // Once the password is changed, the guard above redirects; after signing out, it leads to the sign-in page.
  component: ChangePasswordPage,
})
