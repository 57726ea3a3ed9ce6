import { createFileRoute } from '@tanstack/react-router'
import { LiabilityPage } from '#ui/features/admin/components/liability/liability-page.tsx'
import type { LiabilitySearch } from '#ui/features/admin/model/section-searches.ts'
import { typedSearch } from '#ui/features/admin/model/typed-search.ts'

export const Route = createFileRoute('/admin/(book)/liability')({
  validateSearch: typedSearch<LiabilitySearch>,
  component: LiabilityPage,
})
