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
  /** Whether a bet would be accepted now, prices permitting: not completed, closed or abandoned. */
  bettable: z.boolean(),
  /** Grows with every change of price, score or state, so that outdated pushed updates can be dropped. */
  revision: z.number(),
})
export type Game = z.infer<typeof Game>
/** GET /api/sports/live, /api/sports?upcoming=true, /api/sports/{sportKey}?endpoint=events|scores[&eventId=]: an array. */
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
