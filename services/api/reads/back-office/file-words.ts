// What files of the desk call what has a key: as the screens do. A key that a program may look for stands in a column of its own beside
// it. What is of the ledger's own making, such as the type of an event, has no other name.
import { ROLE_NAMES } from '#domain/role-names.ts'
import { marketName } from '#domain/settlement/market-names.ts'
import { AUDIT_KIND_NAMES, type AuditKind } from '#services/contract/contract.ts'
import { leagueName } from '#services/odds/catalog/catalog.ts'

/** Both of something with a key. */
export const namedTitles = (title: string): [string, string] => [title, `${title} key`]

export const marketCells = (key: string): [string, string] => [marketName(key), key]

/** `several`: of a parlay over more than one. */
export const leagueCells = (key: string): [string, string] => [
  key === 'several' ? 'Several leagues' : leagueName(key),
  key,
]

export const kindCells = (key: AuditKind): [string, string] => [AUDIT_KIND_NAMES[key], key]

/** One that only a newer process knows has no other name here. */
export const roleCells = (key: string): [string, string] => [
  (ROLE_NAMES as Readonly<Record<string, string>>)[key] ?? key,
  key,
]
