import { createFileRoute } from '@tanstack/react-router'
import { TermsPage } from '#ui/features/legal/terms-page.tsx'

export const Route = createFileRoute('/_shell/(legal)/terms')({ component: TermsPage })
