// GET /api/admin/settlement and below: what waits for a second admin, events to decide, and one of them with its bets.
import { z } from 'zod'
import { Game } from '../sports.ts'
import { IsoTime } from '../values.ts'
import { Grade } from './by-hand.ts'

const Score = z.object({ home: z.number(), away: z.number() })

export const DeskEvent = z.object({
  eventId: z.string(),
  league_key: z.string(),
  home_team: z.string(),
  away_team: z.string(),
  commence_time: IsoTime,
  /** Open legs on it. */
  openBets: z.number(),
  state: z.enum(['open', 'result', 'abandoned']),
  /** Null while there is none, and where it ended without one. */
  score: Score.nullable(),
})
export type DeskEvent = z.infer<typeof DeskEvent>

/** A decision that waits for another admin. */
export const AskedSettlement = z.object({
  request: z.string(),
  /** One of the two. */
  eventId: z.string().nullable(),
  betId: z.string().nullable(),
  command: z.string(),
  market: z.string().nullable(),
  score: Score.nullable(),
  selections: z.array(z.object({ selection: z.string(), point: z.string().optional(), grade: z.string() })),
  askedBy: z.string(),
  /** By who reads this, who cannot approve it. */
  own: z.boolean(),
  askedAt: IsoTime,
  /** As who asked gave it, as in the audit trail. */
  reason: z.string().nullable(),
  moves: z.number(),
  title: z.string(),
})
export type AskedSettlement = z.infer<typeof AskedSettlement>

/** The oldest first, ten a page. */
export const SettlementDesk = z.object({
  asked: z.array(AskedSettlement),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  above: z.number(),
})
export type SettlementDesk = z.infer<typeof SettlementDesk>

/** Null where it does not wait, or never did. */
export const AskedOne = z.object({ asked: AskedSettlement.nullable() })
export type AskedOne = z.infer<typeof AskedOne>

/** By name, at most twenty: the next to start first, then those that started last. */
export const DeskEvents = z.object({ events: z.array(DeskEvent) })
export type DeskEvents = z.infer<typeof DeskEvents>

export const EventAction = z.enum(['recordResult', 'correctResult', 'voidMarket', 'voidEvent', 'decideMarket'])
export type EventAction = z.infer<typeof EventAction>
export const BetAction = z.enum(['voidBet', 'resettleBet'])
export type BetAction = z.infer<typeof BetAction>

/**
 * Bets of an event by what was picked, single and in parlays. `actions`: what the one who reads may decide about it, and about each
 * bet, by role and as it stands; a result is refused before the start all the same.
 */
export const DeskEventBets = DeskEvent.extend({
  league_title: z.string(),
  /** How it stands, where the feed has it and it is not over. */
  live: Game.pick({
    sport: true,
    commence_time: true,
    completed: true,
    last_update: true,
    status: true,
    period: true,
    clock: true,
    scores: true,
  }).nullable(),
  actions: z.array(EventAction),
  regulation: Score.nullable(),
  /** Markets that are void; null among them: all. */
  voided: z.array(z.string().nullable()),
  /** What is decided by hand, and in force: a later decision of the market takes the place of the whole one. */
  decided: z.array(
    z.object({
      market: z.string(),
      selections: z.array(z.object({ selection: z.string(), point: z.string().nullable(), grade: Grade })),
    }),
  ),
  /** More bets than are looked at. */
  complete: z.boolean(),
  selections: z.array(
    z.object({
      market: z.string(),
      selection: z.string(),
      point: z.string().nullable(),
      name: z.string(),
      open: z.number(),
      settled: z.number(),
      inParlays: z.number(),
      stakes: z.number(),
      returned: z.number(),
    }),
  ),
  /** The first fifty by stake. */
  bets: z.array(
    z.object({
      id: z.string(),
      userId: z.string(),
      username: z.string(),
      market: z.string(),
      selection: z.string(),
      parlay: z.boolean(),
      odds: z.number(),
      stake: z.number(),
      status: z.enum(['pending', 'won', 'lost', 'refunded']),
      returned: z.number().nullable(),
      actions: z.array(BetAction),
    }),
  ),
})
export type DeskEventBets = z.infer<typeof DeskEventBets>
