import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#ui/features/auth/model/guards.ts'

/** Own pages: anonymous visitors sign in first and come back. */
export const Route = createFileRoute('/_shell/_auth')({
  beforeLoad: ({ location }) => {
    requireSession(location.href)
  },
})
