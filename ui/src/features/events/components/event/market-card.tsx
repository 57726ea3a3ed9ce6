import { marketName } from '#domain/settlement/market-names.ts'
import type { Game } from '#services/contract/contract.ts'
import { Collapsible } from '#ui/components/ui/collapsible.tsx'
import { suspendedReason } from '#ui/model/stopped-markets.ts'
import type { ScoreSeen } from '../../model/markets/decided.ts'
import { lineGrids } from '../../model/markets/line-grid.ts'
import { scoreNote } from '../../model/markets/score-note.ts'
import { hasLines, type ShownMarket } from '../../model/markets/shown-market.ts'
import { MarketLinks } from './market-links.tsx'
import { MarketOutcomes } from './market-outcomes.tsx'

type MarketCardProps = {
  game: Game
  market: ShownMarket
  scores: readonly ScoreSeen[]
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  className?: string
}

/** One market under its name, which expands and collapses it. */
export function MarketCard({ game, market, scores, isOpen, onOpenChange, className }: MarketCardProps) {
  const lines = hasLines(market.key) ? lineGrids(game, market).flatMap(({ rows }) => rows).length : null
  return (
    <Collapsible
      title={
        <>
          <span className="truncate max-[20rem]:whitespace-normal">{marketName(market.key)}</span>
          <span className="truncate font-normal text-muted text-second max-sm:hidden">
            {suspendedReason(game, market.key) ?? scoreNote(game, market)}
          </span>
        </>
      }
      aside={
        !isOpen &&
        lines !== null && (
          <span className="text-muted text-second tabular-nums">
            {lines}
            <span className="sr-only"> {lines === 1 ? 'line' : 'lines'}</span>
          </span>
        )
      }
      open={isOpen}
      onOpenChange={onOpenChange}
      {...(className ? { className } : {})}
    >
      <MarketOutcomes game={game} market={market} scores={scores} />
      <MarketLinks game={game} market={market} />
    </Collapsible>
  )
}
