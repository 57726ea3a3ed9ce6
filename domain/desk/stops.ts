// What betting is stopped on, and whether that covers a leg.
import type { StopScope } from './events.ts'

/** Why a leg cannot be bet on: the widest stop that covers it. */
export type Stopped = 'all' | 'event' | 'market'

/** Keys made by `scopeKey`. Never changed in place: an event makes a new set. */
export type Stops = ReadonlySet<string>

export const NO_STOPS: Stops = new Set()

/** A market with other lines is the same market: 'alternate_totals' is stopped with 'totals'. */
export const stoppedMarket = (market: string): string => market.replace(/^alternate_/, '')

/** '' for all betting, '<fixture>', or '<fixture>|<market>'. */
export const scopeKey = ({ fixture = '', market }: StopScope): string =>
  market === undefined ? fixture : `${fixture}|${stoppedMarket(market)}`

/** The widest stop that covers this market of this fixture; null if it can be bet on. */
export function stoppedBy(stops: Stops, fixture: string, market: string): Stopped | null {
  if (stops.size === 0) return null
  if (stops.has(scopeKey({}))) return 'all'
  if (stops.has(scopeKey({ fixture }))) return 'event'
  return stops.has(scopeKey({ fixture, market })) ? 'market' : null
}
