// What the events say of open and settled bets, as rows.
import { RESETTLEMENT_WINDOW_MS } from '#domain/limits.ts'
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
  results: new Map(data.legs.map(({ fixture, result }) => [fixture, result])),
})

export const decisionOf = ({ subject, version, meta }: LedgerEvent): Decision => ({
  fixture: subject,
  result: version,
  at: meta.at,
})

/** In the order of table `open_leg`. */
export const openLegRows = ({ fixtures, bet, account }: Placed): Row[] =>
  fixtures.map((fixture, leg) => [fixture, bet, leg, account])

/** In the order of table `settled_bet`. */
export const settledBetRow = ({ bet, account, at }: Settled, fixtures: readonly string[]): Row => [
  bet,
  account,
  at,
  [...new Set(fixtures)].sort().join(' '),
]

/** In the order of table `settled_leg`. */
export const settledLegRows = ({ bet, results }: Settled): Row[] =>
  [...results].map(([fixture, result]) => [fixture, bet, result])

/** A correction at this time no longer reaches what was settled before the time returned. */
export const windowStart = (at: string): string => new Date(Date.parse(at) - RESETTLEMENT_WINDOW_MS).toISOString()
