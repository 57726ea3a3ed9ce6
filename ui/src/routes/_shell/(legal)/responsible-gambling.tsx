import { createFileRoute } from '@tanstack/react-router'
import { ResponsibleGamblingPage } from '#ui/features/legal/responsible-gambling-page.tsx'

export const Route = createFileRoute('/_shell/(legal)/responsible-gambling')({ component: ResponsibleGamblingPage })
