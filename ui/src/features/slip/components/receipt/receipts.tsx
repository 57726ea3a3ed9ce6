import { Suspense } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'

const ReceiptDialog = lazyPart(() => import('./receipt-dialog.tsx'))

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
