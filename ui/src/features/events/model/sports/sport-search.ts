import { SPORTS } from './sports.ts'

/** The sport in the address, `?sport=soccer`; anything else means all sports. */
export function parseSportSearch(search: Record<string, unknown>): { sport?: string } {
  const known = SPORTS.find((sport) => sport.key === search.sport)
  return known ? { sport: known.key } : {}
}
