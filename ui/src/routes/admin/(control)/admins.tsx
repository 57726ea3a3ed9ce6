import { createFileRoute } from '@tanstack/react-router'
import { AdminsPage } from '#ui/features/admin/components/accounts/admins.tsx'

export const Route = createFileRoute('/admin/(control)/admins')({ component: AdminsPage })
