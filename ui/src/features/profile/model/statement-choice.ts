// Which lines the statement shows: the address of the profile says it.
import type { StatementKind } from '#services/contract/contract.ts'
import { kindsOf } from '#ui/model/statement-words.ts'

/** `days`: the time back from now; null for all time. */
export type StatementChoice = { kind: StatementKind | null; days: number | null }

/** As it stands in the address, not yet understood. */
export type StatementSearch = { kind?: string; days?: number }

export const STATEMENT_DAYS = [1, 7, 30, 90] as const

/** What of an address is understood; the rest is left out. */
export const readStatementChoice = ({ kind, days }: StatementSearch, isAdmin: boolean): StatementChoice => ({
  kind: kindsOf(isAdmin).find((known) => known === kind) ?? null,
  days: STATEMENT_DAYS.find((known) => known === days) ?? null,
})

export const toStatementSearch = ({ kind, days }: StatementChoice): StatementSearch => ({
  ...(kind === null ? {} : { kind }),
  ...(days === null ? {} : { days }),
})
