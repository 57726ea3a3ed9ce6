import { createFileRoute } from '@tanstack/react-router'
import { BetsPage } from '#ui/features/admin/components/bets/bets.tsx'
import type { BetsSearch } from '#ui/features/admin/model/section-searches.ts'
import { typedSearch } from '#ui/features/admin/model/typed-search.ts'

export const Route = createFileRoute('/admin/(main)/bets')({
  validateSearch: typedSearch<BetsSearch>,
  component: BetsPage,
})
