import { createFileRoute } from '@tanstack/react-router'
import { RulesPage } from '#ui/features/admin/components/rules/rules-page.tsx'

export const Route = createFileRoute('/admin/(control)/settings')({ component: RulesPage })
