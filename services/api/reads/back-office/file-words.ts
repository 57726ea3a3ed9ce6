// What files of the desk call what has a key: as the screens do. A key that a program may look for stands in a column of its own beside
// it. What is of the ledger's own making, such as the type of an event, has no other name.
import { marketName } from '#domain/settlement/market-names.ts'
import { leagueName } from '#services/odds/catalog/catalog.ts'

/** Both of something with a key. */
export const namedTitles = (title: string): [string, string] => [title, `${title} key`]

export const marketCells = (key: string): [string, string] => [marketName(key), key]

/** `several`: of a parlay over more than one. */
export const leagueCells = (key: string): [string, string] => [
  key === 'several' ? 'Several leagues' : leagueName(key),
  key,
]

export const BET_STATUS_NAMES = { pending: 'Pending', won: 'Won', lost: 'Lost', refunded: 'Refunded' } as const
