import { SPORTS } from './sports.ts'

/** The sport chosen in the address: `?sport=soccer`. Anything else is all of them. */
export function sportSearch(search: Record<string, unknown>): { sport?: string } {
  const known = SPORTS.find((sport) => sport.key === search.sport)
  return known ? { sport: known.key } : {}
}
