import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '../../features/events/home-page.tsx'

export const Route = createFileRoute('/_shell/home')({ component: HomePage })
