import { createFileRoute } from '@tanstack/react-router'
import { RulesPage } from '#ui/features/rules/rules-page.tsx'

export const Route = createFileRoute('/_shell/rules')({ component: RulesPage })
