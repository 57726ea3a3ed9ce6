import { createFileRoute } from '@tanstack/react-router'
import { ProfitPage } from '#ui/features/admin/components/profit/profit-page.tsx'
import type { ProfitSearch } from '#ui/features/admin/model/section-searches.ts'
import { typedSearch } from '#ui/features/admin/model/typed-search.ts'

export const Route = createFileRoute('/admin/(book)/profit')({
  validateSearch: typedSearch<ProfitSearch>,
  component: ProfitPage,
})
