import { createFileRoute } from '@tanstack/react-router'
import { SlipPage } from '#ui/features/slip/slip.ts'

export const Route = createFileRoute('/_shell/betslip')({ component: SlipPage })
