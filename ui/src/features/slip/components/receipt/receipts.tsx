import { lazy, Suspense } from 'react'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'

const ReceiptDialog = lazy(() => import('./receipt-dialog.tsx'))

/** The receipt dialog, open while there are receipts. */
export function Receipts({ onClose }: { onClose: () => void }) {
  const { receipts } = useSlipEditor().placement
  if (receipts.length === 0) return null
  return (
    <Suspense fallback={null}>
      <ReceiptDialog receipts={receipts} onClose={onClose} />
    </Suspense>
  )
}
