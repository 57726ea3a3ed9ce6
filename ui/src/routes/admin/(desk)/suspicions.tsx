import { createFileRoute } from '@tanstack/react-router'
import { SuspicionsPage } from '#ui/features/admin/components/suspicions/suspicions.tsx'
import type { SuspicionsSearch } from '#ui/features/admin/model/section-searches.ts'
import { typedSearch } from '#ui/features/admin/model/typed-search.ts'

export const Route = createFileRoute('/admin/(desk)/suspicions')({
  validateSearch: typedSearch<SuspicionsSearch>,
  component: SuspicionsPage,
})
