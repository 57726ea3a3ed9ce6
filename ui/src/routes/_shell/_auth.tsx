import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#ui/features/auth/model/guards.ts'

/** Personal pages: anonymous visitors sign in first and return. */
export const Route = createFileRoute('/_shell/_auth')({
  beforeLoad: ({ location }) => {
    requireSession(location.href)
  },
})
