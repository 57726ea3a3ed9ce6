import { createFileRoute } from '@tanstack/react-router'
import { FeedPage } from '#ui/features/admin/components/feed/feed-page.tsx'

export const Route = createFileRoute('/admin/(book)/feed-health')({ component: FeedPage })
