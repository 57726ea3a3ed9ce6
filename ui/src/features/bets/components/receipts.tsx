import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Bet, ReceiptOf } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { requestFile } from '#ui/lib/http/request-file.ts'
import { receipts } from '#ui/lib/messages/betting/receipts.ts'

/** Receipts: files that prove a bet without us. */
export function Receipts({ bet }: { bet: Bet }) {
  return (
    <footer className="mt-4 flex flex-wrap items-center gap-x-1.5 gap-y-2 border-border border-t pt-4">
      <ReceiptButton bet={bet.id} of="placed" label={receipts.ofBet} />
      {bet.status !== 'pending' && <ReceiptButton bet={bet.id} of="settled" label={receipts.ofSettlement} />}
      <Link
        to="/receipt"
        className="flex items-center text-muted text-second underline decoration-strong underline-offset-2 touch sm:ml-auto"
      >
        {receipts.title}
      </Link>
    </footer>
  )
}

function ReceiptButton({ bet, of, label }: { bet: string; of: ReceiptOf; label: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      requestFile(`/api/bets/${encodeURIComponent(bet)}/receipt?of=${of}`, `bet-${bet}-${of}.tlog-proof`),
  })
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Button size="sm" className="max-sm:px-2.5" busy={isPending} onClick={() => mutate()}>
        {label}
      </Button>
      <span role="status" className="sr-only">
        {isSuccess && receipts.saved}
      </span>
      {error !== null && (
        <span role="alert" className="text-lost text-second">
          {errorText(error, receipts.failed)}
        </span>
      )}
    </span>
  )
}
