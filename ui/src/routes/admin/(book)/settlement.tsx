import { createFileRoute } from '@tanstack/react-router'
import { SettlementPage } from '#ui/features/admin/components/settlement/settlement-page.tsx'
import type { SettlementSearch } from '#ui/features/admin/model/section-searches.ts'
import { typedSearch } from '#ui/features/admin/model/typed-search.ts'

export const Route = createFileRoute('/admin/(book)/settlement')({
  validateSearch: typedSearch<SettlementSearch>,
  component: SettlementPage,
})
