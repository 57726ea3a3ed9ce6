// From a bookmaker's market to the selections that can be bet on: complete lines at plausible prices, matched by name,
// never by position.
import { PLACEHOLDER_ODDS_HUNDREDTHS } from '#domain/limits.ts'
import { hundredths, oddsFromNumber } from '#domain/odds.ts'
import { hasLine, isLine, type MarketKind } from '#domain/settlement/markets.ts'
import { selectionName } from '#domain/settlement/selection-names.ts'
import type { Teams } from '../identity/belief.ts'
import type { FeedBookmaker, FeedMarket, OddsEvent } from '../provider/wire.ts'
import { comparable, sameName } from './names.ts'
import { drawInHeadToHead, offeredKind } from './offered-markets.ts'

export type PricedSelection = {
  readonly market: string
  /** '' if the market has no lines. */
  readonly point: string
  /** A key of domain/settlement/markets: home, over, home-draw. */
  readonly selection: string
  readonly name: string
  readonly odds: string
  /** The provider's time of the price. */
  readonly quotedAt: Date
}

/**
 * Why a market is suspended: a side has no price, prices cannot be read, or together they are implausible. Or the
 * bookmaker shows placeholders instead, which are stored, so that the board shows the market as suspended.
 */
export type MarketProblem = 'missing-side' | 'unreadable' | 'implausible' | 'placeholder'
export type MarketPrices = { readonly prices: readonly PricedSelection[]; readonly problem: MarketProblem | null }

const NOTHING: MarketPrices = { prices: [], problem: null }
const suspended = (problem: MarketProblem): MarketPrices => ({ prices: [], problem })

/**
 * The prices of a market on offer; none for any other. A line without all of its sides is left out. `teams`: the
 * fixture's names for the event's teams.
 */
export function pricesIn(event: OddsEvent, book: FeedBookmaker, market: FeedMarket, teams: Teams): MarketPrices {
  const kind = offeredKind(event.sport_key, market.key)
  const at = market.last_update ?? book.last_update
  if (kind === null || at === undefined) return NOTHING
  const lines = new Map<string, Map<string, PricedSelection>>()
  for (const outcome of market.outcomes) {
    const odds = oddsFromNumber(outcome.price)
    const found = selectionOf(kind, event, outcome)
    // with an unknown name or an impossible price, the others cannot be trusted either
    if (odds === null || found === null) return suspended('unreadable')
    const { selection, point } = found
    if (hasLine(kind) && !isLine(point)) continue
    const line = lineOf(selection, point)
    const selections = lines.get(line) ?? new Map<string, PricedSelection>()
    if (selections.has(selection)) return suspended('unreadable')
    const name = selectionName(kind, selection, point === '' ? undefined : point, teams)
    lines.set(
      line,
      selections.set(selection, { market: market.key, point, selection, name, odds, quotedAt: new Date(at) }),
    )
  }
  const complete = [...lines.values()].filter((line) => isComplete(kind, event.sport_key, line))
  if (complete.length === 0) return suspended('missing-side')
  if (!complete.every((line) => isPlausible(kind, line))) return suspended('implausible')
  const prices = complete.flatMap((line) => [...line.values()])
  return { prices, problem: prices.some(isPlaceholder) ? 'placeholder' : null }
}

/** Whether these odds mean that the bookmaker has suspended the selection; nobody can bet at them. */
export const isPlaceholder = ({ odds }: { readonly odds: string }): boolean =>
  hundredths(odds) <= PLACEHOLDER_ODDS_HUNDREDTHS

type Outcome = FeedMarket['outcomes'][number]
type Found = { readonly selection: string; readonly point: string }

/** What an outcome of the provider is about; null for a name that its market does not have. */
function selectionOf(kind: MarketKind, event: OddsEvent, { name, description, point }: Outcome): Found | null {
  const line = hasLine(kind) ? pointText(point) : ''
  const of = (selection: string | null): Found | null => (selection === null ? null : { selection, point: line })
  switch (kind) {
    case 'h2h':
    case 'h2h_3_way':
      return of(sideOf(event, name) ?? (comparable(name) === 'draw' ? 'draw' : null))
    case 'draw_no_bet':
    case 'spreads':
      return of(sideOf(event, name))
    case 'btts':
      return of(wordIn(['yes', 'no'], name))
    case 'totals':
      return of(wordIn(['over', 'under'], name))
    case 'team_totals': {
      const [team, side] = [sideOf(event, description ?? ''), wordIn(['over', 'under'], name)]
      return of(team === null || side === null ? null : `${team}-${side}`)
    }
    case 'double_chance':
      return of(doubleChance(event, name))
  }
}

const sideOf = ({ home_team, away_team }: OddsEvent, name: string): 'home' | 'away' | null =>
  sameName(name, home_team) ? 'home' : sameName(name, away_team) ? 'away' : null

const wordIn = (words: readonly string[], name: string): string | null =>
  words.find((word) => word === comparable(name)) ?? null

/** 'Arsenal or Draw', 'Draw or Chelsea', 'Arsenal/Draw': two of the three, in any order. */
function doubleChance(event: OddsEvent, name: string): string | null {
  const named = (part: string, text: string) => {
    const [whole, half] = [comparable(name), comparable(text)]
    return [' or ', '/', ' / '].some((or) => whole.startsWith(half + or) || whole.endsWith(or + half)) ? part : null
  }
  const parts = [named('home', event.home_team), named('draw', 'Draw'), named('away', event.away_team)]
  const found = parts.filter((part) => part !== null)
  if (found.length !== 2) return null
  const [one, other] = found
  return one === 'home' && other === 'away' ? 'home-away' : `${one}-${other}`
}

/** '-1.5', '0': the shortest text of the number. '' without one. */
const pointText = (point: number | undefined): string => (point === undefined ? '' : String(point === 0 ? 0 : point))

/** What belongs together: both sides of a handicap, over and under of one total. */
function lineOf(selection: string, point: string): string {
  const [team = '', side] = selection.split('-')
  if (side === 'over' || side === 'under') return `${team} ${point}`
  if (team === 'away' && point !== '') return point.startsWith('-') ? point.slice(1) : point === '0' ? '0' : `-${point}`
  return point
}

function isComplete(kind: MarketKind, league: string, line: ReadonlyMap<string, unknown>): boolean {
  const has = (...selections: string[]) => selections.every((selection) => line.has(selection))
  switch (kind) {
    case 'h2h': {
      const draw = drawInHeadToHead(league)
      return has('home', 'away') && (draw === 'maybe' || has('draw') === (draw === 'always'))
    }
    case 'h2h_3_way':
      return has('home', 'draw', 'away')
    case 'draw_no_bet':
    case 'spreads':
      return has('home', 'away')
    case 'btts':
      return has('yes', 'no')
    case 'totals':
      return has('over', 'under')
    case 'team_totals':
      return has('home-over', 'home-under') || has('away-over', 'away-under')
    case 'double_chance':
      return has('home-draw', 'home-away', 'draw-away')
  }
}

/** Parts in 10,000. No bookmaker pays back more than it takes in (with a small tolerance), or keeps a third. */
const LEAST = 9_500n
const MOST = 16_000n

/** Whether the prices of a line can be meant: their implied probabilities add up to one plus a margin. */
function isPlausible(kind: MarketKind, line: ReadonlyMap<string, PricedSelection>): boolean {
  let sum = 0n
  for (const { odds } of line.values()) sum += 1_000_000n / hundredths(odds)
  // two of the three results win each selection of a double chance
  const book = kind === 'double_chance' ? sum / 2n : sum
  return book >= LEAST && book <= MOST
}
