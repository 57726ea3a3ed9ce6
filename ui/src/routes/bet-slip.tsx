import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/bet-slip')({
  beforeLoad: () => {
    throw redirect({ to: '/betslip', replace: true })
  },
})
