// The search parameters of the sections.
import type * as z from 'zod/mini'
import { BET_STATUSES } from '#domain/bet/bet-statuses.ts'
import {
  BET_COLUMNS,
  BET_KINDS,
  LIABILITY_COLUMNS,
  PAGE_SIZES,
  STARTS_WITHIN,
  SUSPICION_KINDS,
} from '#services/contract/desk/choices.ts'
import {
  amountField,
  choiceField,
  dayField,
  defineSearch,
  idField,
  keyField,
  kindsField,
  momentField,
  numberField,
  pageField,
  sortField,
  textField,
} from './desk-search.ts'

export const requestsSearch = defineSearch({ list: choiceField(['decided']), page: pageField() })
/** `prices`: the page of the suspended markets. */
export const feedSearch = defineSearch({ prices: pageField() })

/** Named like the parameters of the call, except for days. */
export const betsSearch = defineSearch({
  bet: idField(),
  user: textField(64),
  status: choiceField(BET_STATUSES),
  kind: choiceField(BET_KINDS),
  sport: textField(30),
  league: textField(80),
  event: idField(),
  from: dayField(),
  to: dayField(),
  min: amountField(),
  max: amountField(),
  sort: sortField(BET_COLUMNS),
  size: choiceField(PAGE_SIZES),
  key: keyField(),
})
export const profitSearch = defineSearch({
  range: choiceField(['7', '90', '365', 'all']),
  by: choiceField(['league', 'market']),
  league: textField(),
  market: textField(),
})
export const liabilitySearch = defineSearch({
  sport: textField(30),
  starts: choiceField(STARTS_WITHIN),
  event: idField(),
  sort: sortField(LIABILITY_COLUMNS),
  after: keyField(),
})

export const auditSearch = defineSearch({
  /** A whole history, of an account or a bet, instead of a filter. */
  of: textField(64),
  /** The ledger number of the expanded event. */
  event: numberField(),
  q: textField(),
  person: textField(),
  /** 'all', or kinds separated by commas; without it, all kinds but prices. */
  kind: kindsField(),
  bet: idField(),
  fixture: idField(),
  from: dayField(),
  to: dayField(),
  least: amountField(),
  most: amountField(),
  before: numberField(),
  after: numberField(),
})
/** `at`: a moment as the form has it, '2026-11-20T18:30'. */
export const balancesSearch = defineSearch({ at: momentField(), name: textField(32), after: textField(64) })
export const suspicionsSearch = defineSearch({ kind: choiceField(SUSPICION_KINDS), key: keyField() })
/** `from`, `to` and `key`: which lines of the statement. `day` and `before`: which days. */
export const ownFloatSearch = defineSearch({
  from: dayField(),
  to: dayField(),
  key: keyField(),
  day: dayField(),
  before: dayField(),
})
/**
 * Pages of the queues: `asked` of decisions that wait for a second admin, `page` of undecided games, `prices` of
 * suspended markets, `pairs` of doubtful pairs.
 */
export const settlementSearch = defineSearch({
  event: idField(),
  request: idField(),
  q: textField(),
  asked: pageField(),
  page: pageField(),
  prices: pageField(),
  pairs: pageField(),
})

export type SuspicionsSearch = z.output<typeof suspicionsSearch>
export type FeedSearch = z.output<typeof feedSearch>
export type RequestsSearch = z.output<typeof requestsSearch>
export type BetsSearch = z.output<typeof betsSearch>
export type ProfitSearch = z.output<typeof profitSearch>
export type LiabilitySearch = z.output<typeof liabilitySearch>
export type AuditSearch = z.output<typeof auditSearch>
export type BalancesSearch = z.output<typeof balancesSearch>
export type OwnFloatSearch = z.output<typeof ownFloatSearch>
export type SettlementSearch = z.output<typeof settlementSearch>
