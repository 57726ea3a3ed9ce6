// The words for keys in exported files; they are the same as on the screens. The key itself is in a second column, for
// programs. The ledger's own terms, such as types of events, have no other name.
import { ROLE_NAMES } from '#domain/role-names.ts'
import { marketName } from '#domain/settlement/market-names.ts'
import { AUDIT_KIND_NAMES, type AuditKind } from '#services/contract/contract.ts'
import { leagueName } from '#services/odds/catalog/catalog.ts'

/** The titles of both columns. */
export const namedTitles = (title: string): [string, string] => [title, `${title} key`]

export const marketCells = (key: string): [string, string] => [marketName(key), key]

/** `several`: the league of a parlay over more than one. */
export const leagueCells = (key: string): [string, string] => [
  key === 'several' ? 'Several leagues' : leagueName(key),
  key,
]

export const kindCells = (key: AuditKind): [string, string] => [AUDIT_KIND_NAMES[key], key]

/** A role that only a newer process knows is shown by its key. */
export const roleCells = (key: string): [string, string] => [
  (ROLE_NAMES as Readonly<Record<string, string>>)[key] ?? key,
  key,
]
