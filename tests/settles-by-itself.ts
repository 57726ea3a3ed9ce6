import { catalogLeague } from '#services/odds/catalog/catalog.ts'

/**
 * Whether bets on the games of a league settle without an admin while the clock runs at up to sixty times the speed.
 * Others wait for an admin: there are no scores, or the end of regulation time cannot be read soon enough.
 */
export function settlesByItself(leagueKey: string): boolean {
  const league = catalogLeague(leagueKey)
  return league?.scored === true && league.competition !== 'cup' && league.competition !== 'playoffs'
}
