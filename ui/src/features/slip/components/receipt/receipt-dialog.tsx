import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Money } from '#ui/components/money.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Dialog } from '#ui/components/ui/dialog.tsx'
import { formatOdds } from '#ui/lib/odds-format.ts'
import type { Receipt } from '#ui/model/slip/placement.ts'

/** The accepted bets as struck: odds, potential win, bet number. */
export default function ReceiptDialog({ receipts, onClose }: { receipts: Receipt[]; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={
        <span className="flex items-center gap-2">
          <CircleCheck aria-hidden="true" className="size-5 text-accent" />
          {receipts.length > 1 ? `${receipts.length} bets placed` : 'Bet placed'}
        </span>
      }
      description="Your stake was struck at these odds."
    >
      <div className="mt-4 flex flex-col gap-3">
        {receipts.map((receipt) => (
          <ReceiptCard key={receipt.bet.betId} receipt={receipt} />
        ))}
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
        <Button variant="primary" className="flex-1" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}

function ReceiptCard({ receipt: { bet, game, stake, legs } }: { receipt: Receipt }) {
  return (
    <section aria-label={game} className="rounded-control border border-border bg-inset">
      <p className="px-4 pt-3 font-semibold text-body">{game}</p>
      <ul className="px-4 pt-1 pb-3">
        {legs.map(({ selection, odds }) => (
          <li key={selection.betKey} className="flex items-baseline justify-between gap-3 py-1 text-body">
            <span className="min-w-0">
              {selection.selection}
              <span className="text-muted text-second"> · {selection.gameTitle}</span>
            </span>
            <span className="font-semibold">{formatOdds(odds)}</span>
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-3 border-border border-t px-4 py-3 text-second">
        <Figure label="Stake">
          <Money amount={stake} />
        </Figure>
        <Figure label="Odds">{formatOdds(bet.odds)}</Figure>
        <Figure label="Potential win">
          <Money amount={bet.potential_win} className="text-accent" />
        </Figure>
      </dl>
      <BetId id={bet.betId} />
    </section>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold text-section leading-6">{children}</dd>
    </div>
  )
}

function BetId({ id }: { id: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <div className="flex items-center justify-between gap-3 border-border border-t py-1.5 pr-2 pl-4 text-second">
      <p className="min-w-0">
        <span className="text-muted">Bet </span>
        <span className="font-mono text-label [overflow-wrap:anywhere]">{id}</span>
      </p>
      <Button
        variant="ghost"
        size="sm"
        onClick={() =>
          navigator.clipboard?.writeText(id).then(
            () => setIsCopied(true),
            () => {},
          )
        }
      >
        <Copy aria-hidden="true" className="size-3.5" />
        <span role="status">{isCopied ? 'Copied' : 'Copy'}</span>
        <span className="sr-only"> bet number</span>
      </Button>
    </div>
  )
}
