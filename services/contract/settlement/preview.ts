// GET /api/admin/settlement/preview?what=: the bets and the money that an action would move. Amounts in euros.
import { z } from 'zod'
import { BET_STATUSES } from '#domain/bet/bet-statuses.ts'

const Score = z.object({ home: z.number(), away: z.number() })
const Status = z.enum(BET_STATUSES)

/**
 * What bets on one selection, or parlays, give back and get; `wallets` and `house`: what they gain. Bets that stay
 * unchanged do not count.
 */
const Sums = z.object({
  bets: z.number(),
  /** `waiting`: of these, stay open with their leg decided. `reopened`: are open again. */
  waiting: z.number(),
  reopened: z.number(),
  stakes: z.number(),
  returnedBefore: z.number(),
  returnedAfter: z.number(),
  wallets: z.number(),
  house: z.number(),
  /**
   * The sum that changes hands. An open bet that is settled counts its stake or its return, whichever is more; one that
   * is settled again, what it gives back plus what it gets; one that is open afterwards, the most that it may return.
   */
  moves: z.number(),
})

export const SettlementPreview = z.object({
  /** Over every bet and amount in it; the action sends it back. */
  fingerprint: z.string(),
  /** False if the event has more bets than are read: then another admin has to approve. */
  complete: z.boolean(),
  /**
   * The total's `moves` plus `later`. If it is more than `above`, which the admin may still move alone today, it waits
   * for another admin.
   */
  moves: z.number(),
  /**
   * For settled bets on a market that is decided: they stay unchanged, and would move this much if they are settled
   * again.
   */
  later: z.number(),
  above: z.number(),
  needsApproval: z.boolean(),
  /** There is nothing left to do. */
  nothing: z.boolean(),
  /** How the event has ended so far, and after the action; null if it has no score. */
  scoreBefore: Score.nullable(),
  scoreAfter: Score.nullable(),
  total: Sums.extend({ getting: z.number(), giving: z.number(), becomesOwed: z.number() }),
  groups: z.array(
    Sums.extend({
      /** 'parlay' for bets with several legs. */
      market: z.string(),
      /** As bettors saw it: 'Over 2.5'; empty for parlays. */
      selection: z.string(),
    }),
  ),
  /** Bets that stay unchanged. */
  unchanged: z.number(),
  /** The first of the other bets by money, at most twenty. `before` and `after` null: open. */
  bets: z.array(
    z.object({
      id: z.string(),
      userId: z.string(),
      username: z.string(),
      selection: z.string(),
      odds: z.number(),
      stake: z.number(),
      statusBefore: Status,
      statusAfter: Status,
      before: z.number().nullable(),
      after: z.number().nullable(),
      /** For a bet that stays open with its leg decided: the most that it could return before, and can return after. */
      mayReturn: z.object({ before: z.number(), after: z.number() }).nullable(),
    }),
  ),
  /** Those that gain or lose the most, at most ten. */
  accounts: z.array(
    z.object({
      userId: z.string(),
      username: z.string(),
      change: z.number(),
      walletBefore: z.number(),
      walletAfter: z.number(),
      owedBefore: z.number(),
      owedAfter: z.number(),
    }),
  ),
})
export type SettlementPreview = z.infer<typeof SettlementPreview>
