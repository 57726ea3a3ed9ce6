import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { LoginPage } from '#ui/features/auth/login-page.tsx'
import { landingPath } from '#ui/features/auth/model/landing.ts'
import { knownSearch } from '#ui/lib/address/known-search.ts'
import { readRedirect } from '#ui/lib/address/redirect-search.ts'
import { readSession } from '#ui/lib/session.ts'

type LoginSearch = { redirect?: string | undefined; mode?: 'create' }

const readSearch = knownSearch(
  (search): LoginSearch => ({ ...readRedirect(search), ...(search.mode === 'create' ? { mode: 'create' } : {}) }),
)

export const Route = createFileRoute('/login')({
  validateSearch: readSearch,
  beforeLoad: ({ search }) => {
    const session = readSession()
    if (session) throw redirect({ href: landingPath(search.redirect, session.user), replace: true })
  },
  component: function Login() {
    const { redirect: target, mode } = Route.useSearch()
    const navigate = Route.useNavigate()
    const router = useRouter()
    return (
      <LoginPage
        mode={mode ?? 'sign-in'}
        onMode={(next) =>
          void navigate({
            search: { redirect: target, ...(next === 'create' ? { mode: 'create' } : {}) },
            replace: true,
          })
        }
        onDone={() => router.history.replace(landingPath(target, readSession()?.user))}
      />
    )
  },
})
