import { useNavigate } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { Money } from '#ui/components/money.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Dialog } from '#ui/components/ui/dialog.tsx'
import type { Receipt } from '#ui/model/slip/placement.ts'
import { focusOpener } from '../../model/focus/enter-and-leave.ts'
import { balanceAfter } from '../../model/placing/receipts.ts'
import { ReceiptCard } from './receipt-card.tsx'

/** The accepted bets as struck, and the balance that is left. */
export default function ReceiptDialog({ receipts, onClose }: { receipts: Receipt[]; onClose: () => void }) {
  const navigate = useNavigate()
  const done = () => {
    onClose()
    focusOpener()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || done()}
      title={
        <span className="flex items-center gap-2">
          <CircleCheck aria-hidden="true" className="size-5 text-accent" />
          {receipts.length > 1 ? `${receipts.length} bets placed` : 'Bet placed'}
        </span>
      }
      description={`Your ${receipts.length > 1 ? 'stakes were' : 'stake was'} struck at these odds.`}
    >
      <div className="mt-4 flex flex-col gap-3">
        {receipts.map((receipt) => (
          <ReceiptCard key={receipt.bet.betId} receipt={receipt} />
        ))}
        <p className="flex items-baseline justify-between gap-3 px-4 text-body">
          <span className="text-muted">New balance</span>
          <Money amount={balanceAfter(receipts)} className="font-semibold text-section" />
        </p>
      </div>
      <div className="mt-5 flex gap-2">
        <Button
          className="flex-1"
          onClick={() => {
            onClose()
            void navigate({ to: '/my-bets' })
          }}
        >
          My Bets
        </Button>
        <Button variant="primary" className="flex-1" onClick={done}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
