// Lists of event types that are also in the conditions of table.sql's partial indexes. Postgres walks such an index
// only for a query that has the same list as literals; `tests/partial-indexes.test.ts` compares the two.
import { type FragmentSqlToken, sql } from 'slonik'
import type { DomainEvent } from '#domain/events.ts'

type Listed = readonly DomainEvent['type'][]

/** The placement and the endings of bets, whose data and numbers the read model of bets has. */
export const BET_TYPES = ['BetPlaced', 'BetSettled', 'BetVoided', 'BetResettled'] as const satisfies Listed
export type BetType = (typeof BET_TYPES)[number]

/** What an admin can decide about results and bets. */
export const DECISION_TYPES: Listed = [
  'ResultRecorded',
  'ResultCorrected',
  'FixtureAbandoned',
  'MarketDecided',
  'FixtureVoided',
  'BetVoided',
  'BetResettled',
]

/** Events that set a value again. */
export const SETTING_TYPES: Listed = [
  'BetCapsSet',
  'PlayLimitSet',
  'EmailChanged',
  'GamesOfTheDaySaved',
  'HousePriceSet',
  'HousePriceWithdrawn',
]

/** The list as literals, for `in (…)`. */
export const literals = (types: Listed): FragmentSqlToken =>
  sql.fragment`(${sql.join(
    types.map((type) => sql.literalValue(type)),
    sql.fragment`, `,
  )})`
