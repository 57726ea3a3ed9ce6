// GET /api/admin/liability: what open bets can still return, by outcome, as far as their games are decided.
import { z } from 'zod'
import { LIABILITY_COLUMNS, STARTS_WITHIN, sortsOf } from '../desk/choices.ts'
import { IsoTime, ListFormat, SportKey } from '../values.ts'

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
  /**
   * Open singles on it, their stakes, and what exactly they pay if it comes in; once it is decided, what they are
   * settled at.
   */
  singles: z.number(),
  stakes: z.number(),
  pays: z.number(),
  /** Open parlays with a leg on it, and what they pay if all their undecided legs win. */
  parlays: z.number(),
  parlayPays: z.number(),
  /** The most that it can cost: `pays` and `parlayPays` together. */
  exposure: z.number(),
  /** The exposure as the bets were struck: more than now if a leg has since been void, lost, or half won or lost. */
  struckExposure: z.number(),
  /** Stakes of all open singles on the same market and line, whichever side they are on. */
  marketStakes: z.number(),
})
export type OutcomeLiability = z.infer<typeof OutcomeLiability>

/**
 * In the requested order. `next`: to pass as `after` for the next page; null on the last one. `worst`: among all
 * outcomes, whatever the filter.
 */
export const Liability = z.object({
  outcomes: z.array(OutcomeLiability),
  next: z.string().nullable(),
  worst: z.number(),
})
export type Liability = z.infer<typeof Liability>

export const LIABILITY_SORTS = sortsOf(LIABILITY_COLUMNS)

export const LiabilityQuery = z.object({
  /** A sport's key. */
  sport: SportKey.optional(),
  starts: z.enum(STARTS_WITHIN).optional(),
  /** One game. */
  event: z
    .string()
    .regex(/^[0-9a-f]{1,64}$/)
    .optional(),
  /** Largest exposure first. */
  sort: z.enum(LIABILITY_SORTS).default('-exposure'),
  after: z.string().max(600).optional(),
  format: ListFormat,
})
export type LiabilityQuery = z.infer<typeof LiabilityQuery>
