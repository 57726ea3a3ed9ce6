import { createFileRoute } from '@tanstack/react-router'
import { TickerPage } from '#ui/features/admin/components/ticker/ticker-page.tsx'

export const Route = createFileRoute('/admin/(main)/ticker')({ component: TickerPage })
