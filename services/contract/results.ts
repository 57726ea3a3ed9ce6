// GET /api/sports/results: how the games of a day ended. GET /api/sports/prices: earlier prices of an outcome.
import { z } from 'zod'
import { IsoTime } from './values.ts'

export const GameResult = z.object({
  id: z.string(),
  /** The sport: 'soccer'. */
  sport: z.string(),
  sport_name: z.string(),
  /** The provider's league key; `league_key` is the same. */
  sport_key: z.string(),
  league_key: z.string(),
  league_title: z.string(),
  country: z.string().nullable(),
  home_team: z.string(),
  away_team: z.string(),
  commence_time: IsoTime,
  /** The recorded score including overtime; null if there is none. */
  score: z.object({ home: z.number(), away: z.number() }).nullable(),
  /** 'no-result': over without one. 'abandoned': not played to its end. Bets on either are void. */
  ended: z.enum(['final', 'no-result', 'abandoned']),
})
export type GameResult = z.infer<typeof GameResult>

/**
 * GET /api/sports/results?day=2026-11-21: games that started on that day in Europe/Paris and are decided, by sport and
 * start.
 */
export const DayResults = z.object({ day: z.iso.date(), games: z.array(GameResult) })
export type DayResults = z.infer<typeof DayResults>

/** GET /api/sports/prices?fixture=&market=&selection=[&point=]: the recorded prices of an outcome, oldest first. */
export const PriceHistory = z.object({
  prices: z.array(
    z.object({
      /** When it was read, by the business clock. */
      at: IsoTime,
      /** Decimal odds, '2.10'; null: taken down from then on. */
      odds: z.string().nullable(),
    }),
  ),
  /** Older prices are recorded, but left out here. */
  truncated: z.boolean(),
})
export type PriceHistory = z.infer<typeof PriceHistory>
