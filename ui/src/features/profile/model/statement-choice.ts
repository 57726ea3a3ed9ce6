// Which lines the statement shows, as search parameters of the profile's address.
import type { StatementKind } from '#services/contract/contract.ts'
import { kindsOf } from '#ui/model/statement-words.ts'

/** `days`: how far back from now; null for all time. */
export type StatementChoice = { kind: StatementKind | null; days: number | null }

/** As in the address, not yet validated. */
export type StatementSearch = { kind?: string; days?: number }

export const STATEMENT_DAYS = [1, 7, 30, 90] as const

/** The valid part of the search parameters; anything else is left out. */
export const readStatementChoice = ({ kind, days }: StatementSearch, isAdmin: boolean): StatementChoice => ({
  kind: kindsOf(isAdmin).find((known) => known === kind) ?? null,
  days: STATEMENT_DAYS.find((known) => known === days) ?? null,
})

export const toStatementSearch = ({ kind, days }: StatementChoice): StatementSearch => ({
  ...(kind === null ? {} : { kind }),
  ...(days === null ? {} : { days }),
})
