import { createFileRoute } from '@tanstack/react-router'
import { MyBetsPage } from '#ui/features/bets/my-bets-page.tsx'

export const Route = createFileRoute('/_shell/_auth/my-bets')({ component: MyBetsPage })
