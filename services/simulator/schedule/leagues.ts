// All leagues of the feed. Together they have 10 to 20 live games, and one ends at least every two to three minutes.
import { boutLeagues, tennisEvents, tournaments } from './leagues/individuals.ts'
import type { League } from './leagues/league.ts'
import { otherTeamLeagues } from './leagues/other-teams.ts'
import { soccerLeagues } from './leagues/soccer.ts'

export const leagues: readonly League[] = [
  ...soccerLeagues,
  ...otherTeamLeagues,
  ...tennisEvents,
  ...boutLeagues,
  ...tournaments,
]

export const leagueOf = (key: string): League | undefined => leagues.find((league) => league.key === key)
