// The prices that a message of the provider states.
import type { StruckLeg } from '../events/payloads.ts'
import { asOdds } from '../rules/arithmetic.ts'
import { hasOutcome, isOnALine, knownMarket } from '../rules/markets.ts'
import { type Entry, entriesIn, isNamed, isOneOfTwo, sidesIn, type Teams } from './message-body.ts'

export type Price = Pick<StruckLeg, 'bookmaker' | 'market' | 'point' | 'selection' | 'odds' | 'quotedAt'>

/** '2.10 at 2026-11-20T12:00:00.000Z'. */
export const shownPrice = ({ odds, quotedAt }: Pick<Price, 'odds' | 'quotedAt'>): string => `${odds} at ${quotedAt}`

/** All prices of a selection in a message, as `shownPrice` writes them. `teams`: of the fixture. */
export function pricesTold(
  message: Entry,
  { bookmaker, market: key, point = '', selection }: Omit<Price, 'odds' | 'quotedAt'>,
  teams: Teams | undefined,
): string[] {
  const market = knownMarket(key)
  if (market === null || !hasOutcome(market, selection)) return []
  const hasLine = isOnALine(market)
  if (hasLine !== (point !== '')) return []
  const sides = sidesIn(message, teams)
  const isMeant = (outcome: Entry) => isSelection(selection, outcome, sides) && (!hasLine || lineOf(outcome) === point)
  const markets = entriesIn(message.bookmakers)
    .filter((book) => book.key === bookmaker)
    .flatMap((book) => entriesIn(book.markets).map((one) => ({ last_update: book.last_update, ...one }) as Entry))
  return markets
    .filter((one) => one.key === key)
    .flatMap((one) => {
      const quotedAt = instantOf(one.last_update)
      const outcomes = entriesIn(one.outcomes).filter(isMeant)
      return outcomes.map((outcome) => shownPrice({ odds: oddsOf(outcome.price), quotedAt }))
    })
}

/**
 * `selection`: 'home', 'over'; or of two parts, as a team's total ('home-over') or two of the three results
 * ('home-draw').
 */
function isSelection(selection: string, { name, description }: Entry, sides: ReturnType<typeof sidesIn>): boolean {
  const called = (part: string) => (part === 'home' || part === 'away' ? sides[part] : part)
  const [one = '', other] = selection.split('-')
  if (other === undefined) return isNamed(name, called(one))
  if (other === 'over' || other === 'under') return isNamed(description, called(one)) && isNamed(name, other)
  return isOneOfTwo(name, called(one)) && isOneOfTwo(name, called(other))
}

/** The shortest text of the line, with '0' for minus zero. */
const lineOf = ({ point }: Entry): string => (point === undefined ? '' : String(point === 0 ? 0 : point))

/** The odds with two places, rounded half up by the decimal digits of the number. */
function oddsOf(price: unknown): string {
  const [, whole, part = ''] = (typeof price === 'number' && /^(\d+)(?:\.(\d+))?$/.exec(String(price))) || []
  if (whole === undefined) return 'no odds'
  const digits = part.padEnd(3, '0')
  return asOdds(BigInt(whole + digits.slice(0, 2)) + (digits[2]! >= '5' ? 1n : 0n))
}

function instantOf(at: unknown): string {
  const ms = typeof at === 'string' ? Date.parse(at) : Number.NaN
  return Number.isNaN(ms) ? 'no time' : new Date(ms).toISOString()
}
