// The query parameters of the v4 calls, validated as the provider does: 422 with a code for each.

import { DAY } from '#services/platform/clock/durations.ts'
import { bookmakerKeys } from '../feed/bookmakers.ts'
import { invalidParameter } from './feed-errors.ts'

export type Query = Readonly<Record<string, unknown>>
export type DateFormat = 'iso' | 'unix'
export type Include = {
  readonly links: boolean
  readonly sids: boolean
  readonly betLimits: boolean
  readonly multipliers: boolean
}
export type EventFilter = {
  readonly dateFormat: DateFormat
  readonly eventIds: ReadonlySet<string> | null
  readonly from: number
  readonly to: number
}
export type OddsQuery = EventFilter & {
  readonly american: boolean
  readonly markets: readonly string[]
  readonly bookmakers: ReadonlySet<string>
  /** The cost of a call, per market. */
  readonly regions: number
  readonly include: Include
}

const REGIONS = ['us', 'us2', 'us_dfs', 'us_ex', 'uk', 'eu', 'fr', 'se', 'au']
/** Regions in which the simulated bookmakers are available. */
const OFFERED_IN = new Set(['us', 'uk', 'eu', 'au'])
const BULK_MARKETS = new Set(['h2h', 'h2h_lay', 'spreads', 'totals', 'outrights', 'outrights_lay'])
const MARKET_KEY = /^[a-z0-9_]{2,60}$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const EVENT_ID = /^[0-9a-f]{32}$/

const text = (query: Query, name: string): string | undefined => {
  const value = query[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
const list = (value: string | undefined): string[] =>
  value === undefined
    ? []
    : value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')

function oneOf<T extends string>(query: Query, name: string, allowed: readonly T[], fallback: T, code: string): T {
  const value = text(query, name) ?? fallback
  if (!(allowed as readonly string[]).includes(value))
    throw invalidParameter(code, `Invalid ${name} parameter: ${value}`)
  return value as T
}
const flag = (query: Query, name: string, code: string): boolean =>
  oneOf(query, name, ['true', 'false'], 'false', code) === 'true'

function instant(query: Query, name: string, fallback: number, code: string): number {
  const value = text(query, name)
  if (value === undefined) return fallback
  const parsed = INSTANT.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(parsed))
    throw invalidParameter(code, `Invalid ${name} parameter. The format must be YYYY-MM-DDTHH:MM:SSZ`)
  return parsed
}

export function eventFilter(query: Query): EventFilter {
  const ids = list(text(query, 'eventIds'))
  if (ids.some((id) => !EVENT_ID.test(id))) throw invalidParameter('INVALID_EVENT_IDS', 'Invalid eventIds parameter')
  const from = instant(query, 'commenceTimeFrom', Number.NEGATIVE_INFINITY, 'INVALID_COMMENCE_TIME_FROM')
  const to = instant(query, 'commenceTimeTo', Number.POSITIVE_INFINITY, 'INVALID_COMMENCE_TIME_TO')
  if (from > to) throw invalidParameter('INVALID_COMMENCE_TIME_RANGE', 'commenceTimeFrom must be before commenceTimeTo')
  flag(query, 'includeRotationNumbers', 'INVALID_INCLUDE_ROTATION_NUMBERS')
  return {
    dateFormat: oneOf(query, 'dateFormat', ['iso', 'unix'], 'iso', 'INVALID_DATE_FORMAT'),
    eventIds: ids.length === 0 ? null : new Set(ids),
    from,
    to,
  }
}

/** `bulk`: a call for a whole league, which supports only the featured markets. */
export function oddsQuery(query: Query, bulk: boolean): OddsQuery {
  const { regions, bookmakers } = bookmakersOf(query)
  const markets = list(text(query, 'markets') ?? 'h2h')
  const unknown = markets.filter((market) => !MARKET_KEY.test(market))
  if (unknown.length > 0) throw invalidParameter('INVALID_MARKET', `Invalid markets: ${unknown.join(', ')}`)
  const elsewhere = bulk ? markets.filter((market) => !BULK_MARKETS.has(market)) : []
  if (elsewhere.length > 0) {
    throw invalidParameter('INVALID_MARKET', `Markets not supported by this endpoint: ${elsewhere.join(', ')}`)
  }
  return {
    ...eventFilter(query),
    american: oneOf(query, 'oddsFormat', ['decimal', 'american'], 'decimal', 'INVALID_ODDS_FORMAT') === 'american',
    markets: [...new Set(markets)],
    bookmakers,
    regions,
    include: {
      links: flag(query, 'includeLinks', 'INVALID_INCLUDE_LINKS'),
      sids: flag(query, 'includeSids', 'INVALID_INCLUDE_SIDS'),
      betLimits: flag(query, 'includeBetLimits', 'INVALID_INCLUDE_BET_LIMITS'),
      multipliers: !bulk && flag(query, 'includeMultipliers', 'INVALID_INCLUDE_MULTIPLIERS'),
    },
  }
}

/** Bookmakers override regions; ten of them cost as much as one region. */
export function bookmakersOf(query: Query): { regions: number; bookmakers: ReadonlySet<string> } {
  const named = list(text(query, 'bookmakers'))
  if (named.length > 0) {
    const unknown = named.filter((key) => !MARKET_KEY.test(key))
    if (unknown.length > 0) throw invalidParameter('INVALID_BOOKMAKERS', `Invalid bookmakers: ${unknown.join(', ')}`)
    return { regions: Math.ceil(named.length / 10), bookmakers: new Set(named) }
  }
  const regions = [...new Set(list(text(query, 'regions')))]
  if (regions.length === 0) throw invalidParameter('MISSING_REGION', 'Missing regions or bookmakers key')
  const unknown = regions.filter((region) => !REGIONS.includes(region))
  if (unknown.length > 0) throw invalidParameter('INVALID_REGION', `Invalid regions: ${unknown.join(', ')}`)
  const offered = regions.some((region) => OFFERED_IN.has(region))
  return { regions: regions.length, bookmakers: new Set(offered ? bookmakerKeys : []) }
}

/** How far back completed games are requested, in milliseconds; null if they are not. */
export function daysFrom(query: Query): number | null {
  const value = text(query, 'daysFrom')
  if (value === undefined) return null
  if (!/^[123]$/.test(value)) {
    throw invalidParameter('INVALID_SCORES_DAYS_FROM', 'Invalid daysFrom parameter. It must be an integer from 1 to 3')
  }
  return Number(value) * DAY
}

export const allSports = (query: Query): boolean => flag(query, 'all', 'INVALID_ALL_SPORTS_PARAM')
