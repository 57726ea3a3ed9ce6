import { createFileRoute } from '@tanstack/react-router'
import { OwnFloatPage } from '#ui/features/admin/components/float/own-float-page.tsx'
import type { OwnFloatSearch } from '#ui/features/admin/model/section-searches.ts'
import { typedSearch } from '#ui/features/admin/model/typed-search.ts'

export const Route = createFileRoute('/admin/(desk)/own-float')({
  validateSearch: typedSearch<OwnFloatSearch>,
  component: OwnFloatPage,
})
