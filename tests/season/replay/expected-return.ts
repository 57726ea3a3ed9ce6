// What a bet has to return, calculated independently of the product: from the rules in docs/settlement.md, in whole
// numbers, without anything from domain/.
import type { Ending, Game, Pair } from './game.ts'
import type { Wager } from './strategy.ts'

/** In quarters of the stake: how much of it wins, and how much is returned. The rest is lost. */
type Share = { readonly wins: bigint; readonly back: bigint }
const WINS: Share = { wins: 4n, back: 0n }
const BACK: Share = { wins: 0n, back: 4n }
const LOSES: Share = { wins: 0n, back: 0n }

const inQuarters = (line: string): number => Math.round(Number(line) * 4)

/** `over`: four times the amount by which the pick exceeds its line. */
function againstLine(over: number): Share {
  if (over === 0) return BACK
  if (over === 1) return { wins: 2n, back: 2n }
  if (over === -1) return { wins: 0n, back: 2n }
  return over > 0 ? WINS : LOSES
}

function shareOf(game: Game, { market, selection, point = '0' }: Wager['picks'][number]['offer']): Share {
  const { ending } = game
  if (ending.kind === 'not-played') return BACK
  if (ending.kind === 'by-hand') return ending.winner === null ? BACK : selection === ending.winner ? WINS : LOSES
  const [home, away] = scoreFor(game, ending, market)
  const result = home > away ? 'home' : home < away ? 'away' : 'draw'
  const line = inQuarters(point)
  if (market === 'totals') {
    const over = 4 * (home + away) - line
    return againstLine(selection === 'over' ? over : -over)
  }
  if (market === 'team_totals') {
    const over = 4 * (selection.startsWith('home') ? home : away) - line
    return againstLine(selection.endsWith('over') ? over : -over)
  }
  if (market === 'spreads') return againstLine(4 * (selection === 'home' ? home - away : away - home) + line)
  if (market === 'btts') return (home > 0 && away > 0) === (selection === 'yes') ? WINS : LOSES
  if (market === 'double_chance') return selection.split('-').includes(result) ? WINS : LOSES
  const hasDraw =
    market !== 'draw_no_bet' && game.offers.some((one) => one.market === market && one.selection === 'draw')
  if (result === 'draw' && !hasDraw) return BACK
  return selection === result ? WINS : LOSES
}

/** Football by ninety minutes; elsewhere, markets with a draw by regulation time, and the rest by the final score. */
function scoreFor({ league, offers }: Game, ending: Extract<Ending, { kind: 'score' }>, market: string): Pair {
  const regulation = ending.regulation ?? ending.told ?? ending.score
  const knowsDraw = offers.some((one) => one.market === market && one.selection === 'draw')
  const isDerived = market === 'double_chance' || market === 'draw_no_bet'
  return league.startsWith('soccer') || knowsDraw || isDerived ? regulation : ending.score
}

const nearest = (n: bigint, d: bigint): bigint => (n * 2n + d) / (d * 2n)

/** In cents. */
export function expectedReturn({ stakeCents, picks }: Wager, games: readonly Game[]): bigint {
  let [n, d] = [1n, 1n]
  let isHalf = false
  for (const { game, offer } of picks) {
    const { wins, back } = shareOf(games[game]!, offer)
    const odds = BigInt(offer.odds.replace('.', ''))
    // the share that wins at the odds, and the share that is returned, in parts of 4 × 100
    n *= wins * odds + back * 100n
    d *= 400n
    if (wins === 2n || back === 2n) isHalf = true
  }
  // total odds are shown with two decimals, and paid as shown, unless half a stake was decided separately
  const [paid, of] = isHalf ? [n, d] : [nearest(n * 100n, d), 100n]
  return nearest(BigInt(stakeCents) * paid, of)
}
