import { basisOf } from '#domain/settlement/markets.ts'
import type { Game } from '#services/contract/contract.ts'
import { DRAW } from './match-result.ts'
import { hasLines, type ShownMarket } from './shown-market.ts'

/** Which score decides a market, in two words; '' for one that an admin decides. */
export function scoreNote({ league_key, sport }: Pick<Game, 'league_key' | 'sport'>, market: ShownMarket): string {
  const hasDraw = !hasLines(market.key) && market.outcomes.some(({ name }) => name === DRAW)
  const basis = basisOf(league_key, market.key, hasDraw)
  if (basis === 'by-hand') return ''
  if (basis === 'final') return 'final score'
  return sport === 'soccer' ? '90 minutes' : 'regulation time'
}
