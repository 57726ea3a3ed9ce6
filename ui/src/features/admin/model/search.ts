// What of the back office stands in its address: the section that is opened, the pages, the user.
export const SECTIONS = ['summary', 'create-user', 'users', 'bets', 'admins'] as const
export type Section = (typeof SECTIONS)[number]

export type AdminSearch = { section?: Section; users?: number; bets?: number; user?: string }

/** For the route's `validateSearch`: anything else is dropped. */
export function adminSearch(search: Record<string, unknown>): AdminSearch {
  const section = SECTIONS.find((known) => known === search.section)
  const users = pageOf(search.users)
  const bets = pageOf(search.bets)
  const user = typeof search.user === 'string' && /^[0-9a-f]{32}$/.test(search.user) ? search.user : null
  return {
    ...(section && section !== 'summary' ? { section } : {}),
    ...(users ? { users } : {}),
    ...(bets ? { bets } : {}),
    ...(user ? { user } : {}),
  }
}

/** Pages above the first; the first is the default and stands in no address. */
function pageOf(value: unknown): number | null {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : null
}
