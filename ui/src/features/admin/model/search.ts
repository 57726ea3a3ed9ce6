// The state of the back office in its address: the open section, the pages, the user.
import { SECTIONS, type Section } from './sections.ts'

export type AdminSearch = { section?: Section; users?: number; bets?: number; requests?: number; user?: string }

/** For the route's `validateSearch`: drops anything else. */
export function parseAdminSearch(search: Record<string, unknown>): AdminSearch {
  const section = SECTIONS.find((known) => known === search.section)
  const users = parsePage(search.users)
  const bets = parsePage(search.bets)
  const requests = parsePage(search.requests)
  const user = typeof search.user === 'string' && /^[0-9a-f]{32}$/.test(search.user) ? search.user : null
  return {
    ...(section && section !== 'summary' ? { section } : {}),
    ...(users ? { users } : {}),
    ...(bets ? { bets } : {}),
    ...(requests ? { requests } : {}),
    ...(user ? { user } : {}),
  }
}

/** Null for the first page: it is the default and not in the address. */
function parsePage(value: unknown): number | null {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : null
}

/** The search with another user opened, or none. */
export const withUser = ({ user: _, ...search }: AdminSearch, id: string | null): AdminSearch => ({
  ...search,
  section: 'users',
  ...(id === null ? {} : { user: id }),
})
