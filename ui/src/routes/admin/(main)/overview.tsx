import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '#ui/features/admin/components/overview/overview-page.tsx'

export const Route = createFileRoute('/admin/(main)/overview')({ component: OverviewPage })
