import { createFileRoute } from '@tanstack/react-router'
import { ReceiptPage } from '#ui/features/receipts/receipt-page.tsx'

export const Route = createFileRoute('/_shell/receipt')({ component: ReceiptPage })
