// What the house offers: games of the day, and the league blacklist.
import { z } from 'zod'
import { MAX_GAMES_OF_THE_DAY } from '#domain/limits.ts'
import { League } from './sports.ts'
import { Given, IsoTime, withReason } from './values.ts'

/** A game of the day as admins edit it. */
export const GameOfTheDay = z.object({
  id: z.string(),
  sport_key: z.string(),
  sport_title: z.string(),
  home_team: z.string(),
  away_team: z.string(),
  commence_time: IsoTime,
  /** 2 if there is no price. */
  odds: z.object({ home_team: z.number(), away_team: z.number(), draw: z.number().optional() }),
  /** 'Not started', 'Live' or 'Final'. */
  status: z.string(),
  /** Bettors are offered these odds. */
  odds_confirmed: z.boolean(),
  /** A game of the feed has the feed's prices. */
  source: z.enum(['feed', 'house']),
})
export type GameOfTheDay = z.infer<typeof GameOfTheDay>
/** GET ?type=games-of-day. `lastUpdated`: null if no list was ever saved; then these are the next games of the feed. */
export const GamesOfTheDay = z.object({ games: z.array(GameOfTheDay), lastUpdated: IsoTime.nullable() })
export type GamesOfTheDay = z.infer<typeof GamesOfTheDay>

/** GET ?type=league-blacklist. */
export const LeagueBlacklist = z.object({ blacklistedLeagues: z.array(League), availableLeagues: z.array(League) })
export type LeagueBlacklist = z.infer<typeof LeagueBlacklist>

/**
 * GET ?type=league-reach&league=: what hiding a league affects. `upcoming`: its games that have neither started nor
 * ended. `openBets`: those with a leg on one of its games; they stand.
 */
export const LeagueReach = z.object({ league: League, upcoming: z.number(), openBets: z.number() })
export type LeagueReach = z.infer<typeof LeagueReach>

/** A game with an id of ours remains that game; any other id, or none, makes a new game of the house. */
export const EditedGame = z.strictObject({
  id: z.string().max(100).nullish(),
  sport_key: z.string().max(100),
  sport_title: z.string().nullish(),
  home_team: z.string().max(100),
  away_team: z.string().max(100),
  commence_time: z.string().max(40),
  odds: z.strictObject({ home_team: z.number(), away_team: z.number(), draw: z.number().nullish() }).nullish(),
  status: z.string().nullish(),
  /** As in the list that was loaded; ignored. */
  source: z.string().nullish(),
  /** Only if true do the odds of a game of the house become a quote. */
  odds_confirmed: z.boolean().optional(),
})
export type EditedGame = z.infer<typeof EditedGame>

export const offerActions = [
  z.strictObject({
    action: z.literal('update-games-of-day'),
    /** The whole list in its order; empty: no games. */
    games: z.array(EditedGame).max(MAX_GAMES_OF_THE_DAY),
    /** As in the list that was edited: refused if another one was saved since. Absent: no such check. */
    lastUpdated: IsoTime.nullish(),
    ...withReason,
  }),
  z.strictObject({ action: z.literal('blacklist'), leagueKey: Given.max(100), ...withReason }),
  z.strictObject({ action: z.literal('unblacklist'), leagueKey: Given.max(100), ...withReason }),
] as const
