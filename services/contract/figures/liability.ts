// GET /api/admin/liability: what open bets can still return, by outcome, as far as their games are decided.
import { z } from 'zod'
import { IsoTime } from '../values.ts'

export const OutcomeLiability = z.object({
  eventId: z.string(),
  league_key: z.string(),
  home_team: z.string(),
  away_team: z.string(),
  commence_time: IsoTime,
  /** Market key. */
  market: z.string(),
  /** As the selection has it; null without one. */
  point: z.string().nullable(),
  selection: z.string(),
  /** 'Arsenal', 'Over 2.5' */
  name: z.string(),
  /** Open singles on it, their stakes, and what they pay if it comes: exactly; once it is decided, what they are settled at. */
  singles: z.number(),
  stakes: z.number(),
  pays: z.number(),
  /** Open parlays with a leg on it, and what they pay if all their legs win that are not decided yet. */
  parlays: z.number(),
  parlayPays: z.number(),
  /** The most that it can cost: both together. */
  exposure: z.number(),
  /** As they were struck: more than the exposure where a leg was void, lost, or won or lost by half since. */
  struckExposure: z.number(),
  /** Stakes of all open singles on the same market and line, whatever they are on: what the house has of it. */
  marketStakes: z.number(),
})
export type OutcomeLiability = z.infer<typeof OutcomeLiability>

/** In the order that was asked for. `next`: to ask on with as `after`; null on the last page. `worst`: of all outcomes, whatever is filtered. */
export const Liability = z.object({
  outcomes: z.array(OutcomeLiability),
  next: z.string().nullable(),
  worst: z.number(),
})
export type Liability = z.infer<typeof Liability>

/** Until the start of the game, or that it has begun. */
export const STARTS_WITHIN = ['started', '1h', '6h', '24h', '7d'] as const

/** `singles`, `parlays`: by what they pay. */
export const LIABILITY_SORTS = [
  ...(['exposure', '-exposure', 'stakes', '-stakes'] as const),
  ...(['singles', '-singles', 'parlays', '-parlays'] as const),
] as const

export const LiabilityQuery = z.object({
  /** A sport's family. */
  sport: z
    .string()
    .regex(/^[a-z]{2,30}$/)
    .optional(),
  starts: z.enum(STARTS_WITHIN).optional(),
  /** One game. */
  event: z
    .string()
    .regex(/^[0-9a-f]{1,64}$/)
    .optional(),
  /** The worst exposure first. */
  sort: z.enum(LIABILITY_SORTS).default('-exposure'),
  after: z.string().max(600).optional(),
  format: z.literal('csv').optional(),
})
export type LiabilityQuery = z.infer<typeof LiabilityQuery>
