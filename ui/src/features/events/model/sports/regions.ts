// Football leagues by region.
import type { SportFamily } from '#services/contract/contract.ts'
import { countryName } from '#ui/components/flag.tsx'

type League = SportFamily['leagues'][number]

export const ALL_LEAGUES = 'All Leagues'
const INTERNATIONAL = 'International'
/** The regions with a chip of their own; the others are in the menu 'More...'. */
export const MAIN_REGIONS = [INTERNATIONAL, 'England', 'Spain', 'Italy', 'Germany', 'Portugal']

/** 'England'; FIFA competitions and leagues without a country are international. */
function regionOf(league: League): string {
  if (league.key.includes('fifa')) return INTERNATIONAL
  return countryName(league.country) ?? INTERNATIONAL
}

/** Regions with a league but without a chip, by name. */
export function otherRegions(leagues: League[]): string[] {
  return [...new Set(leagues.map(regionOf))].filter((region) => !MAIN_REGIONS.includes(region)).sort()
}

/** The leagues of a region; null: of all regions. */
export function leaguesIn(leagues: League[], region: string | null): League[] {
  return region === null ? leagues : leagues.filter((league) => regionOf(league) === region)
}
