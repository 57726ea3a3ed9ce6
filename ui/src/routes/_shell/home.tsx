import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#ui/features/events/home-page.tsx'

export const Route = createFileRoute('/_shell/home')({ component: HomePage })
