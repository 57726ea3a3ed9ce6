import { createFileRoute } from '@tanstack/react-router'
import { ApprovalsPage } from '#ui/features/admin/components/approvals/approvals.tsx'

export const Route = createFileRoute('/admin/(control)/approvals')({ component: ApprovalsPage })
