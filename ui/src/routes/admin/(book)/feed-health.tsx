import { createFileRoute } from '@tanstack/react-router'
import { FeedPage } from '#ui/features/admin/components/feed/feed-page.tsx'
import type { FeedSearch } from '#ui/features/admin/model/section-searches.ts'
import { typedSearch } from '#ui/features/admin/model/typed-search.ts'

export const Route = createFileRoute('/admin/(book)/feed-health')({
  validateSearch: typedSearch<FeedSearch>,
  component: FeedPage,
})
