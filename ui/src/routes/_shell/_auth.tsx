import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#ui/features/auth/model/guards.ts'

/** Personal pages: visitors sign in first, and then return. */
export const Route = createFileRoute('/_shell/_auth')({
  beforeLoad: ({ location }) => {
    requireSession(location.href)
  },
})
