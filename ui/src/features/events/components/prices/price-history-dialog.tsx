import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { marketName } from '#domain/settlement/market-names.ts'
import type { Game } from '#services/contract/contract.ts'
import { Dialog } from '#ui/components/ui/dialog.tsx'
import { prices as texts } from '#ui/lib/messages/prices.ts'
import { outcomeName } from '#ui/model/outcome-name.ts'
import type { ShownMarket } from '../../model/markets/shown-market.ts'
import { PriceHistory } from './price-history.tsx'

type PriceHistoryDialogProps = {
  game: Game
  market: ShownMarket
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The price history of a market, one outcome at a time. */
export default function PriceHistoryDialog({ game, market, open, onOpenChange }: PriceHistoryDialogProps) {
  const id = useId()
  const names = market.outcomes.map(outcomeName)
  const [name, setName] = useState(names[0] ?? '')
  const outcome = market.outcomes.find((one) => outcomeName(one) === name) ?? market.outcomes[0]
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      description={`${game.home_team} vs ${game.away_team} · ${marketName(market.key)}`}
    >
      <label htmlFor={id} className="mt-3 font-medium text-muted text-second">
        {texts.outcome}
      </label>
      <span className="relative mt-1.5 flex shrink-0 items-center">
        <select
          id={id}
          value={outcome ? outcomeName(outcome) : ''}
          onChange={(event) => setName(event.currentTarget.value)}
          className="h-11 w-full appearance-none truncate rounded-control border border-strong bg-field pr-9 pl-3 text-body"
        >
          {names.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-3 size-4 text-muted" />
      </span>
      {outcome && (
        <PriceHistory
          outcome={{ fixture: game.id, market: market.key, selection: outcome.name, point: outcome.point }}
        />
      )}
    </Dialog>
  )
}
