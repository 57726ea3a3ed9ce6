// Which bets My Bets shows, as search parameters of its address.
import type { BetQuery } from '#services/contract/contract.ts'
import { DAY_MS } from '#ui/lib/time/durations.ts'

const BET_TIMES = { '24h': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS } as const
export type BetTime = keyof typeof BET_TIMES

export type BetSearch = {
  tab?: 'settled'
  sport?: string
  kind?: NonNullable<BetQuery['kind']>
  status?: NonNullable<BetQuery['status']>
  time?: BetTime
}

const KINDS = ['single', 'parlay'] as const
const STATUSES = ['won', 'lost', 'refunded'] as const

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((known) => known === value)

/** The valid search parameters; anything else is left out. */
export function readBetSearch(search: Record<string, unknown>): BetSearch {
  const kind = oneOf(KINDS, search.kind)
  const status = oneOf(STATUSES, search.status)
  const time = oneOf(Object.keys(BET_TIMES) as BetTime[], search.time)
  return {
    ...(search.tab === 'settled' ? { tab: 'settled' } : {}),
    ...(typeof search.sport === 'string' && /^[a-z]{2,30}$/.test(search.sport) ? { sport: search.sport } : {}),
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
    ...(time === undefined ? {} : { time }),
  }
}

/** By the filters of the current tab: only settled bets can be filtered by result. */
export const isFiltered = ({ tab, sport, kind, status, time }: BetSearch): boolean =>
  [sport, kind, tab === 'settled' ? status : undefined, time].some((value) => value !== undefined)

export const cleared = ({ tab }: BetSearch): BetSearch => (tab === undefined ? {} : { tab })

/** '?sport=soccer&since=…'; '' without filters. */
export function queryText({ sport, kind, status, time }: BetSearch, now: number): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ sport, kind, status }))
    if (value !== undefined) parameters.set(name, value)
  if (time !== undefined) parameters.set('since', new Date(now - BET_TIMES[time]).toISOString())
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}
