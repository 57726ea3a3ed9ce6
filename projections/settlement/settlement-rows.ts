// The rows of open and settled bets, from events.
import type { LedgerEvent } from '../event.ts'
import type { Row } from '../table.ts'

export type EventOf<Type extends LedgerEvent['type']> = Extract<LedgerEvent, { type: Type }>

export type Placed = { readonly bet: string; readonly account: string; readonly fixtures: readonly string[] }

/** `results`: of the legs that counted, by fixture. */
export type Settled = {
  readonly bet: string
  readonly account: string
  readonly at: string
  readonly results: ReadonlyMap<string, number>
}

/** An event that decided a fixture, or changed what had been decided. */
export type Decision = { readonly fixture: string; readonly result: number; readonly at: string }

export const placedBet = ({ subject, data }: EventOf<'BetPlaced'>): Placed => ({
  bet: data.bet,
  account: subject,
  fixtures: data.legs.map(({ fixture }) => fixture),
})

export const settledBetOf = ({ subject, data, meta }: EventOf<'BetSettled'>): Settled => ({
  bet: data.bet,
  account: subject,
  at: meta.at,
  results: resultsOf(data.legs),
})

/** A voided market stays void: no correction changes its legs, so they are left out. */
const resultsOf = (legs: EventOf<'BetSettled'>['data']['legs']): ReadonlyMap<string, number> =>
  new Map(
    legs.flatMap(({ fixture, result, voidReason }) => (voidReason === 'market-voided' ? [] : [[fixture, result]])),
  )

/** Voided by hand: no leg counted. */
export const voidedBetOf = ({ subject, data, meta }: EventOf<'BetVoided'>): Settled => ({
  bet: data.bet,
  account: subject,
  at: meta.at,
  results: new Map(),
})

/** What a resettlement leaves of a bet: settled by these results, or open again. */
export type Resettled = {
  readonly bet: string
  readonly results: ReadonlyMap<string, number> | 'open'
  /** When it was settled again, if it had been opened again in between; otherwise null. */
  readonly at: string | null
}

/**
 * `earlier`: what an earlier resettlement of the batch left of it. A resettlement that leaves the bet settled does not
 * change its time.
 */
export function resettledBetOf({ data }: EventOf<'BetResettled'>, earlier: Resettled | undefined): Resettled {
  const { bet, settlement } = data
  if (settlement === null) return { bet, results: 'open', at: null }
  const results = resultsOf(settlement.legs)
  return { bet, results, at: earlier?.at ?? null }
}

/** The legs that counted in resettlements. */
export const resettledLegRows = (bets: Iterable<Resettled>): Row[] =>
  [...bets].flatMap(({ bet, results }) => (results === 'open' ? [] : settledLegRows({ bet, results })))

export const decisionOf = ({ subject, version, meta }: LedgerEvent): Decision => ({
  fixture: subject,
  result: version,
  at: meta.at,
})

/** In the column order of table `open_leg`. */
export const openLegRows = ({ fixtures, bet, account }: Placed): Row[] =>
  fixtures.map((fixture, leg) => [fixture, bet, leg, account])

/** In the column order of table `settled_bet`. */
export const settledBetRow = ({ bet, account, at }: Settled, fixtures: readonly string[]): Row => [
  bet,
  account,
  at,
  fixtures.join(' '),
]

/** In the column order of table `settled_leg`. */
export const settledLegRows = ({ bet, results }: Pick<Settled, 'bet' | 'results'>): Row[] =>
  [...results].map(([fixture, result]) => [fixture, bet, result])
