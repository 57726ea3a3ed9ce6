// GET /api/admin/settlement/preview?what=: the bets and the money that an action would move. Amounts in euros.
import { z } from 'zod'

const Score = z.object({ home: z.number(), away: z.number() })
const Status = z.enum(['pending', 'won', 'lost', 'refunded'])

/**
 * What bets on one selection, or parlays, give back and get; `wallets` and `house`: what they gain. Bets that stay as they are do not
 * count.
 */
const Sums = z.object({
  bets: z.number(),
  /** Of these, stay open with their leg decided; are open again. */
  waiting: z.number(),
  reopened: z.number(),
  stakes: z.number(),
  returnedBefore: z.number(),
  returnedAfter: z.number(),
  wallets: z.number(),
  house: z.number(),
  /**
   * What goes from hand to hand: of an open bet its stake or what it returns, whichever is more; of one that is settled again what it
   * gives back and gets; of one that is open afterwards the most that it may return.
   */
  moves: z.number(),
})

export const SettlementPreview = z.object({
  /** Over every bet and amount of it: the action carries it. */
  fingerprint: z.string(),
  /** False where the event has more bets than are looked at: then another admin has to approve it. */
  complete: z.boolean(),
  /** That of the total, and `later`. Above `above`, what the admin may still move alone today, it waits for another one. */
  moves: z.number(),
  /** Of settled bets on a market that is decided: they stay as they are, and would move so much where they are settled again. */
  later: z.number(),
  above: z.number(),
  needsApproval: z.boolean(),
  /** There is nothing left to do. */
  nothing: z.boolean(),
  /** How the event ended by now, and after the action; null where it has no score. */
  scoreBefore: Score.nullable(),
  scoreAfter: Score.nullable(),
  total: Sums.extend({ getting: z.number(), giving: z.number(), becomesOwed: z.number() }),
  groups: z.array(
    Sums.extend({
      /** 'parlay' for bets of several legs. */
      market: z.string(),
      /** As the bettors saw it: 'Over 2.5'; empty for parlays. */
      selection: z.string(),
    }),
  ),
  /** Bets that stay as they are. */
  unchanged: z.number(),
  /** The first of the others by money, at most twenty. `before` and `after` null: open. */
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
      /** Of one that stays open with its leg decided: the most that it might return, and may. */
      mayReturn: z.object({ before: z.number(), after: z.number() }).nullable(),
    }),
  ),
  /** Those that gain or lose most, at most ten. */
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
