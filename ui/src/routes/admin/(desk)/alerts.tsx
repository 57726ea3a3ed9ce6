import { createFileRoute } from '@tanstack/react-router'
import { AlertsPage } from '#ui/features/admin/components/alerts/alerts-page.tsx'

export const Route = createFileRoute('/admin/(desk)/alerts')({ component: AlertsPage })
