// GET /api/sports, /api/sports/live, /api/sports/{sportKey}: sports, leagues and games.
import { z } from 'zod'
import { IsoTime } from './values.ts'

export const Outcome = z.object({ name: z.string(), price: z.number(), point: z.number().optional() })
export const Market = z.object({ key: z.string(), last_update: IsoTime, outcomes: z.array(Outcome) })
export const Bookmaker = z.object({
  key: z.string(),
  title: z.string(),
  last_update: IsoTime,
  markets: z.array(Market),
})

export const Game = z.object({
  /** Our fixture id. */
  id: z.string(),
  /** The provider's league key; `league_key` is the same. */
  sport_key: z.string(),
  sport_title: z.string(),
  /** The family: 'soccer'. */
  sport: z.string(),
  league_key: z.string(),
  league_title: z.string(),
  /** ISO 3166 code or 'INT', for the flag; null where the league has no country. */
  country: z.string().nullable(),
  home_team: z.string(),
  away_team: z.string(),
  commence_time: IsoTime,
  completed: z.boolean(),
  /** Last change of score or state; null before the first. */
  last_update: IsoTime.nullable(),
  status: z.string().nullable(),
  period: z.number().nullable(),
  clock: z.string().nullable(),
  scores: z.array(z.object({ name: z.string(), score: z.string() })).nullable(),
  /** The pinned bookmaker only; empty when nothing is priced. */
  bookmakers: z.array(Bookmaker),
  /** The h2h prices, when priced. `draw` is null in a two-way market. */
  odds: z.object({ home: z.number(), draw: z.number().nullable(), away: z.number() }).optional(),
  /**
   * Whether a bet would be accepted now, prices permitting: not completed, closed, abandoned, begun early or stopped by
   * the desk.
   */
  bettable: z.boolean(),
  /**
   * The provider tells of a score or of its end before its start: no bets until it is read otherwise. Absent where it
   * does not.
   */
  begun_early: z.literal(true).optional(),
  /** What of it the desk has stopped betting on as a whole: it, or all events; absent while neither is. */
  stopped: z.enum(['all', 'event']).optional(),
  /** Markets of it that the desk has stopped betting on, 'totals' for all totals; absent while there are none. */
  stopped_markets: z.array(z.string()).optional(),
  /**
   * Markets of it without a price to bet at because of what came in: prices that cannot be meant ('in-doubt'), or
   * placeholders, by which the bookmaker takes no bets ('taken-down'). Absent while there are none.
   */
  suspended_markets: z.array(z.object({ market: z.string(), why: z.enum(['in-doubt', 'taken-down']) })).optional(),
  /** Its prices are too old to bet at, until they are read again; absent while they are not. */
  stale: z.boolean().optional(),
  /**
   * A game of the house that is not in the games of the day: in no list, for who has a bet on it. Absent where it is
   * listed.
   */
  unlisted: z.literal(true).optional(),
  /** Grows with every change of price, score or state, so that outdated pushed updates can be dropped. */
  revision: z.number(),
})
export type Game = z.infer<typeof Game>
/**
 * GET /api/sports/live, /api/sports?upcoming=true, /api/sports/{sportKey}?endpoint=events|scores[&eventId=]: an array.
 */
export const Games = z.array(Game)

export const League = z.object({ key: z.string(), title: z.string(), country: z.string().nullable() })
export const SportFamily = z.object({
  /** 'soccer' */
  key: z.string(),
  title: z.string(),
  description: z.string(),
  leagues: z.array(League),
})
export type SportFamily = z.infer<typeof SportFamily>
/** GET /api/sports */
export const Sports = z.array(SportFamily)

/** GET /api/sports/feed. `since` by the business clock; null while all is well. */
export const FeedStatus = z.object({
  /** 'delayed': some prices are older than they should be. 'offline': none come in. */
  status: z.enum(['live', 'delayed', 'offline']),
  since: IsoTime.nullable(),
})
export type FeedStatus = z.infer<typeof FeedStatus>

const ReadAt = z.object({
  readAt: IsoTime.nullable(),
  ageS: z.number().nullable(),
  /** Games of the last answer that could not be read, or not all of their bookmakers. */
  unread: z.number(),
  /** Since when every call has failed; null if the last one did not. */
  failingSince: IsoTime.nullable(),
})

/** GET /api/admin/feed-health. Times by the business clock; credits by calendar days and months in UTC. */
export const FeedHealth = FeedStatus.extend({
  /** 'open': the provider is left alone for the moment, but for a trial now and then. */
  breaker: z.enum(['closed', 'open']),
  trouble: z.object({ kind: z.string(), since: IsoTime }).nullable(),
  /** The last error of a call that still fails; otherwise the last of all. By the provider's error_code, or by ours. */
  lastError: z
    .object({
      /** Of a call that still fails: what was asked for; null otherwise. */
      about: z.object({ league: z.string(), kind: z.enum(['odds', 'events', 'scores']) }).nullable(),
      code: z.string(),
      message: z.string(),
      at: IsoTime,
      /** When something was read last, if that was after it and no call fails any more. Null: the error is not over. */
      recoveredAt: IsoTime.nullable(),
    })
    .nullable(),
  credits: z.object({
    /** In the provider's own words; null before it has said anything. */
    remaining: z.number().nullable(),
    used: z.number().nullable(),
    readAt: IsoTime.nullable(),
    /** null: no limit. */
    budgetToday: z.number().nullable(),
    /** By our own count, which is kept where there is a limit. */
    spentToday: z.number(),
  }),
  counts: z.object({
    callsToday: z.number(),
    failuresToday: z.number(),
    leagues: z.number(),
    staleLeagues: z.number(),
    games: z.number(),
    priced: z.number(),
    staleGames: z.number(),
    /** Games that could not be read, by the last answers: of each league the most that one of its answers had. */
    unread: z.number(),
  }),
  /** Games to come that the provider tells of as begun or over: they take no bets until it is read otherwise. */
  begunEarly: z.array(
    z.object({
      eventId: z.string(),
      home_team: z.string(),
      away_team: z.string(),
      commence_time: IsoTime,
      completed: z.boolean(),
      /** Null where it has none, or none that can be read. */
      score: z.object({ home: z.number(), away: z.number() }).nullable(),
      since: IsoTime,
    }),
  ),
  leagues: z.array(
    z.object({
      league: z.string(),
      live: z.number(),
      upcoming: z.number(),
      /** Its prices are older than a bet may be struck at, while a game is on or starts within six hours. */
      stale: z.boolean(),
      odds: ReadAt,
      events: ReadAt,
      scores: ReadAt,
    }),
  ),
})
export type FeedHealth = z.infer<typeof FeedHealth>
