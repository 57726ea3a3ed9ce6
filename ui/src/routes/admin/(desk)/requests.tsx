import { createFileRoute } from '@tanstack/react-router'
import { RequestsPage } from '#ui/features/admin/components/requests/request-queue.tsx'
import type { RequestsSearch } from '#ui/features/admin/model/section-searches.ts'
import { typedSearch } from '#ui/features/admin/model/typed-search.ts'

export const Route = createFileRoute('/admin/(desk)/requests')({
  validateSearch: typedSearch<RequestsSearch>,
  component: RequestsPage,
})
