import { createFileRoute } from '@tanstack/react-router'
import { BalancesPage } from '#ui/features/admin/components/audit/balances.tsx'
import type { BalancesSearch } from '#ui/features/admin/model/section-searches.ts'
import { typedSearch } from '#ui/features/admin/model/typed-search.ts'

export const Route = createFileRoute('/admin/(control)/balances')({
  validateSearch: typedSearch<BalancesSearch>,
  component: BalancesPage,
})
