import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '#ui/features/legal/privacy-page.tsx'

export const Route = createFileRoute('/_shell/(legal)/privacy')({ component: PrivacyPage })
