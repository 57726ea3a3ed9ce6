import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Money } from '#ui/components/money.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { businessNow } from '#ui/lib/time/business-clock.ts'
import { formatDayTime, timeZoneName } from '#ui/lib/time/format.ts'
import type { Receipt } from '#ui/model/slip/placement.ts'
import { selectionText } from '#ui/model/slip/selection.ts'

/** One bet as struck: each leg with its market, game and start, then stake and potential return. */
export function ReceiptCard({ receipt: { bet, game, stake, legs } }: { receipt: Receipt }) {
  return (
    <section aria-label={game} className="rounded-control border border-border bg-inset">
      {legs.length > 1 && <p className="px-4 pt-3 font-semibold text-body">{game}</p>}
      <ul className="px-4 py-2">
        {legs.map(({ selection, odds }) => (
          <li key={selection.betKey} className="flex items-baseline justify-between gap-3 py-1 text-body">
            <span className="min-w-0">
              <span className="block font-medium">{selectionText(selection)}</span>
              <span className="block text-muted text-second">
                {selection.marketName} · {selection.gameTitle}
              </span>
              {/* On a line of its own, so that it never follows a dot left at the end of a wrapped line. */}
              <span className="block text-muted text-second">
                {Date.parse(selection.commence_time) <= businessNow() ? 'Started' : 'Starts'}{' '}
                <time dateTime={selection.commence_time} title={timeZoneName()}>
                  {formatDayTime(selection.commence_time)}
                </time>
              </span>
            </span>
            {/* A single's odds are those of the bet, below. */}
            {legs.length > 1 && <span className="font-semibold">{formatOdds(odds)}</span>}
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-3 border-border border-t px-4 py-3 text-second">
        <Figure label="Stake">
          <Money amount={stake} />
        </Figure>
        <Figure label="Odds">{formatOdds(bet.odds)}</Figure>
        <Figure label="Potential win">
          <Money amount={bet.potential_win} />
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
        {isCopied ? 'Copied' : 'Copy'}
        <span className="sr-only"> bet number</span>
      </Button>
      {/* Beside the button: inside it, the text would be part of its name instead of being announced. */}
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </div>
  )
}
