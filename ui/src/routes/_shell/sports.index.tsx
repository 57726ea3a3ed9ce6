import { createFileRoute } from '@tanstack/react-router'
import { SportsPage } from '#ui/features/events/sports-page.tsx'

export const Route = createFileRoute('/_shell/sports/')({ component: SportsPage })
