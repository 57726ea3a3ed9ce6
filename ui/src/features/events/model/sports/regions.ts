// Football leagues by country, as the region buttons group them.
import type { SportFamily } from '#services/contract/contract.ts'
import { countryName } from '#ui/components/flag.tsx'

type League = SportFamily['leagues'][number]

export const ALL_LEAGUES = 'All Leagues'
export const INTERNATIONAL = 'International'
/** Those with a button of their own; further countries are in the menu behind 'More...'. */
export const MAIN_REGIONS = [INTERNATIONAL, 'England', 'Spain', 'Italy', 'Germany', 'Portugal']

/** 'England'; whatever FIFA holds is international, and so is what has no country. */
export function regionOf(league: League): string {
  if (league.key.includes('fifa')) return INTERNATIONAL
  return countryName(league.country) ?? INTERNATIONAL
}

/** Regions that have a league but no button, by name. */
export function furtherRegions(leagues: League[]): string[] {
  return [...new Set(leagues.map(regionOf))].filter((region) => !MAIN_REGIONS.includes(region)).sort()
}

export function leaguesIn(leagues: League[], region: string | null): League[] {
  return region === null ? leagues : leagues.filter((league) => regionOf(league) === region)
}
