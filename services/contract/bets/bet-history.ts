// GET /api/bets/{betId}/history: everything that happened to one of the caller's bets.
import { z } from 'zod'
import { BET_STATUSES } from '#domain/bet/bet-statuses.ts'
import { Euros, IsoTime } from '../values.ts'
import { BetLeg } from './bets.ts'

/** The quote that a leg was struck at. */
const StruckQuote = z.object({
  eventId: z.string(),
  gameTitle: z.string(),
  /** Market key. */
  marketName: z.string(),
  selection: z.string(),
  odds: z.number(),
  /** What the bettor saw, if that was a different price. */
  seen: z.number().nullable(),
  bookmaker: z.string(),
  quotedAt: IsoTime,
  fetchedAt: IsoTime,
})

const score = z.object({ home: z.number(), away: z.number() })

export const BetStep = z.discriminatedUnion('kind', [
  /** A result of one of its games. `version`: counts its results from 1. `byHand`: recorded by an admin. */
  z.object({
    kind: z.literal('result'),
    at: IsoTime,
    gameTitle: z.string(),
    version: z.number(),
    /** Null if the game ended without one. */
    score: score.nullable(),
    byHand: z.boolean(),
  }),
  z.object({ kind: z.literal('abandoned'), at: IsoTime, gameTitle: z.string() }),
  /** A market of one of its legs, decided by an admin. */
  z.object({ kind: z.literal('market'), at: IsoTime, gameTitle: z.string(), marketName: z.string() }),
  /** `status` pending: its settlement was reversed, and it is open again. */
  z.object({
    kind: z.literal('ending'),
    at: IsoTime,
    /** Ledger number. */
    number: z.number(),
    status: z.enum(BET_STATUSES),
    returned: Euros.nullable(),
    /** Version of the settlement rules; null if a person decided. */
    rule: z.number().nullable(),
    again: z.boolean(),
    legs: z.array(
      z.object({
        marketName: z.string(),
        selection: z.string(),
        status: BetLeg.shape.status,
        void_reason: z.string().nullable(),
      }),
    ),
  }),
])
export type BetStep = z.infer<typeof BetStep>

/** `steps`: what happened after it was placed, in order of time. */
export const BetHistory = z.object({
  id: z.string(),
  placed: z.object({ at: IsoTime, number: z.number(), stake: Euros, odds: z.number(), quotes: z.array(StruckQuote) }),
  steps: z.array(BetStep),
})
export type BetHistory = z.infer<typeof BetHistory>
