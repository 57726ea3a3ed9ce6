import { clsx } from 'clsx'
import type { Game } from '#services/contract/contract.ts'
import { outcomeName } from '#ui/model/outcome-name.ts'
import { decidedBy, type ScoreSeen } from '../../model/markets/decided.ts'
import { hasLines, inOrder, type ShownMarket, type ShownOutcome } from '../../model/markets/shown-market.ts'
import { DecidedCell } from './decided-cell.tsx'
import { MarketLines } from './market-lines.tsx'
import { MarketPrice } from './market-price.tsx'

type MarketOutcomesProps = { game: Game; market: ShownMarket; scores: readonly ScoreSeen[] }

/**
 * The prices of a market: a grid of lines, or its outcomes side by side. If all are taken down and the score has
 * decided the market, a note on that instead.
 */
export function MarketOutcomes({ game, market, scores }: MarketOutcomesProps) {
  if (hasLines(market.key)) return <MarketLines game={game} market={market} scores={scores} />
  const outcomes = inOrder(game, market.outcomes)
  const isTaken = outcomes.every(({ price }) => price === null) && !game.completed
  const inThirds = outcomes.length % 3 === 0
  // In thirds, only the first card is wide enough for a long name beside its price.
  const isStacked = outcomes.length === 3 && market.key !== 'h2h' && outcomes.some(isLong)
  const columns = inThirds
    ? !isStacked && (outcomes.some(isLong) ? 'min-[44rem]:grid-cols-3' : 'sm:grid-cols-3')
    : outcomes.some(isLong)
      ? 'grid-cols-[repeat(auto-fit,minmax(min(100%,max(11.5rem,40%)),1fr))]'
      : 'min-[20rem]:grid-cols-2'
  const decided = isTaken ? decidedBy(scores, { market: market.key, point: null, side: null }) : null
  return (
    <div className={clsx('grid gap-1.5 p-3 pt-2 max-[20rem]:px-2', !decided && columns)}>
      {decided ? (
        <DecidedCell decided={decided} />
      ) : (
        outcomes.map((outcome) => (
          <MarketPrice key={outcomeName(outcome)} game={game} market={market.key} outcome={outcome} />
        ))
      )}
    </div>
  )
}

/** Takes more than two lines beside a price on a phone. */
const isLong = (outcome: ShownOutcome): boolean => outcomeName(outcome).length > 20
