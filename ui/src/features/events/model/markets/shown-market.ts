// A market as the event page shows it: every outcome that was seen keeps its cell while the page is open, so that
// nothing moves.
import { hasLine, marketOf } from '#domain/settlement/markets.ts'
import type { Game } from '#services/contract/contract.ts'
import { TOTAL_SIDE } from '#ui/model/outcome-name.ts'
import { suspensionOf } from '#ui/model/stopped-markets.ts'
import { DRAW, hasDraw } from './match-result.ts'

/**
 * `price` is null if there is none now: 'gone' was taken down, 'missing' never had one. `index` is the position in the
 * market as received; -1 without a price.
 */
export type ShownOutcome = {
  name: string
  point: number | null
  price: number | null
  index: number
  absence: 'gone' | 'missing' | null
}
export type ShownMarket = { key: string; outcomes: ShownOutcome[] }

type Market = Game['bookmakers'][number]['markets'][number]
export type PricedGame = Pick<Game, 'home_team' | 'away_team' | 'sport' | 'bookmakers' | 'suspended_markets'>

/** Whether a market is shown as a grid of lines. */
export function hasLines(key: string): boolean {
  const kind = marketOf(key)?.kind
  return kind !== undefined && hasLine(kind)
}

const isResultSuspended = (game: PricedGame): boolean => suspensionOf(game, 'h2h') !== undefined

const identity = ({ name, point }: Pick<ShownOutcome, 'name' | 'point'>): string => `${name}|${point ?? ''}`

/**
 * The line that an outcome is a side of: 'Over 2.5' and 'Under 2.5' share one, as do both teams' sides of a spread.
 * Team totals have lines per team.
 */
export function lineOf(game: Pick<Game, 'home_team' | 'away_team'>, outcome: Pick<ShownOutcome, 'name' | 'point'>) {
  const { name } = outcome
  const point = outcome.point ?? 0
  const team = TOTAL_SIDE.test(name) ? name.replace(TOTAL_SIDE, '') : ''
  // `|| 0` turns -0 into 0.
  return { team, point: (name === game.away_team ? -point : point) || 0 }
}

/** The known markets, updated with what the game has now, then the new ones. */
export function mergeMarkets(known: ShownMarket[], game: PricedGame): ShownMarket[] {
  // The feed also has lay prices, which cannot be bet on here.
  const offered = game.bookmakers[0]?.markets.filter((market) => !market.key.endsWith('_lay')) ?? []
  const current = new Map(offered.map((market) => [market.key, market]))
  const before = new Map(known.map((market) => [market.key, market]))
  // A suspended match result keeps its place beside other markets.
  const suspended = isResultSuspended(game) && before.size + current.size > 0 ? ['h2h'] : []
  return [...new Set([...before.keys(), ...current.keys(), ...suspended])].map((key) => ({
    key,
    outcomes: mergeOutcomes(game, before.get(key)?.outcomes ?? [], current.get(key) ?? { key, outcomes: [] }),
  }))
}

function mergeOutcomes(game: PricedGame, known: ShownOutcome[], market: Pick<Market, 'key' | 'outcomes'>) {
  const priced = market.outcomes.map(
    ({ name, price, point }, index): ShownOutcome => ({ name, price, point: point ?? null, index, absence: null }),
  )
  const offered = new Set(priced.map(identity))
  const gone = known
    .filter((outcome) => !offered.has(identity(outcome)))
    .map((outcome): ShownOutcome => ({ ...outcome, price: null, index: -1, absence: outcome.absence ?? 'gone' }))
  const all = [...priced, ...(hasLines(market.key) ? keptLines(game, known, priced, gone) : gone)]
  return market.key === 'h2h' ? [...all, ...missingSides(game, all)] : all
}

/**
 * Gone lines keep their rows as long as the market has no more rows than before: new lines take the place of gone ones.
 */
function keptLines(game: PricedGame, known: ShownOutcome[], priced: ShownOutcome[], gone: ShownOutcome[]) {
  const lineKey = (outcome: ShownOutcome) => JSON.stringify(lineOf(game, outcome))
  const offered = new Set(priced.map(lineKey))
  const places = new Set(known.map(lineKey)).size - offered.size
  const goneLines = [...new Set(gone.map(lineKey))].filter((line) => !offered.has(line))
  const kept = new Set(goneLines.slice(0, Math.max(0, places)))
  return gone.filter((outcome) => offered.has(lineKey(outcome)) || kept.has(lineKey(outcome)))
}

function missingSides(game: PricedGame, outcomes: ShownOutcome[]): ShownOutcome[] {
  const isSuspended = isResultSuspended(game)
  if (outcomes.length === 0 && !isSuspended) return []
  const isOffered = isSuspended || (game.bookmakers[0]?.markets.some(({ key }) => key === 'h2h') ?? false)
  const sides = [game.home_team, ...(isOffered && hasDraw(game) ? [DRAW] : []), game.away_team]
  return sides
    .filter((name) => !outcomes.some((outcome) => outcome.name === name))
    .map((name) => ({ name, point: null, price: null, index: -1, absence: 'missing' }))
}

/** Home, draw, away; yes before no; the rest as received. */
export function inOrder(game: Pick<Game, 'home_team' | 'away_team'>, outcomes: ShownOutcome[]): ShownOutcome[] {
  const order = [game.home_team, DRAW, game.away_team, 'Yes', 'No']
  const rank = ({ name }: ShownOutcome) => {
    const at = order.indexOf(name)
    return at === -1 ? order.length : at
  }
  return outcomes.toSorted((a, b) => rank(a) - rank(b))
}
