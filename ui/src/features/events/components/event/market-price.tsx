import { marketName } from '#domain/settlement/market-names.ts'
import { marketOf } from '#domain/settlement/markets.ts'
import type { Game } from '#services/contract/contract.ts'
import { messages } from '#ui/lib/messages.ts'
import { decimalText } from '#ui/lib/odds-format.ts'
import { outcomeName } from '#ui/model/outcome-name.ts'
import { betKeyOf, selectionOf } from '#ui/model/slip/selection.ts'
import { DRAW } from '../../model/markets/match-result.ts'
import { closedReason, type OddsState } from '../../model/markets/price.ts'
import type { ShownOutcome } from '../../model/markets/shown-market.ts'
import { usePicks } from '../../model/use-picks.ts'
import { OddsButton } from '../odds-button.tsx'

type MarketPriceProps = { game: Game; market: string; outcome: ShownOutcome; inGrid?: boolean }

/** The price of one outcome. Its place remains even when the price is gone. */
export function MarketPrice({ game, market, outcome, inGrid = false }: MarketPriceProps) {
  const { selectedKey, pick } = usePicks()
  const short = shortName(game, market, outcome)
  const key = betKeyOf({ eventId: game.id, marketKey: market, point: outcome.point, selection: outcome.name })
  return (
    <OddsButton
      label={short ?? outcomeName(outcome)}
      outcome={short === null ? marketName(market) : `${outcomeName(outcome)}, ${marketName(market)}`}
      odds={outcome.price === null ? null : decimalText(outcome.price)}
      {...stateOf(game, market, outcome)}
      isSelected={key === selectedKey(game.id)}
      inGrid={inGrid}
      onPick={() => {
        const selection = selectionOf(game, market, outcome.index)
        if (selection) pick(selection)
      }}
    />
  )
}

/** '1X' of a double chance: both names together are too long for a third of a card. */
function shortName(game: Game, market: string, { name }: ShownOutcome): string | null {
  if (marketOf(market)?.kind !== 'double_chance') return null
  const sides = [
    [game.home_team, '1'],
    [DRAW, 'X'],
    [game.away_team, '2'],
  ] as const
  const found = sides.flatMap(([side, label]) => (name.split(' or ').includes(side) ? [label] : []))
  return found.length === 2 ? found.join('') : null
}

function stateOf(game: Game, market: string, { absence, price }: ShownOutcome): { state: OddsState; reason?: string } {
  const closed = closedReason(game, market)
  if (closed) return { state: 'locked', reason: closed }
  if (absence === 'gone') return { state: 'locked', reason: messages.event.locked }
  if (absence === 'missing' || price === null) return { state: 'missing' }
  return game.stale ? { state: 'indicative', reason: messages.event.stale } : { state: 'offered' }
}
