import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireSession } from '#ui/features/auth/model/guards.ts'
import { SecondFactorPage } from '#ui/features/auth/second-factor-page.tsx'
import { redirectSearch } from '#ui/lib/address/redirect-search.ts'
import { safePath } from '#ui/lib/address/safe-path.ts'

/** For admins who must set up a second factor; everybody else does it in the profile. */
export const Route = createFileRoute('/second-factor')({
  validateSearch: redirectSearch,
  beforeLoad: ({ search, location }) => {
    const { secondFactorSetupRequired } = requireSession(location.href)
    if (!secondFactorSetupRequired) throw redirect({ href: safePath(search.redirect), replace: true })
  },
  // Once it is set up and its recovery codes are stored, the guard above redirects.
  component: SecondFactorPage,
})
