import { createFileRoute } from '@tanstack/react-router'
import { AuditTrailPage } from '#ui/features/admin/components/audit/audit-trail.tsx'
import type { AuditSearch } from '#ui/features/admin/model/section-searches.ts'
import { typedSearch } from '#ui/features/admin/model/typed-search.ts'

export const Route = createFileRoute('/admin/(control)/audit')({
  validateSearch: typedSearch<AuditSearch>,
  component: AuditTrailPage,
})
