// GET /api/admin/settlement and below: what waits for a second admin, events to decide, and one event with its bets.
import { z } from 'zod'
import { BET_STATUSES } from '#domain/bet/bet-statuses.ts'
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
  /** Null while there is none, or if it ended without one. */
  score: Score.nullable(),
})
export type DeskEvent = z.infer<typeof DeskEvent>

/** A decision that waits for another admin. */
export const AskedSettlement = z.object({
  request: z.string(),
  /** One of the two is set. */
  eventId: z.string().nullable(),
  betId: z.string().nullable(),
  command: z.string(),
  market: z.string().nullable(),
  score: Score.nullable(),
  selections: z.array(z.object({ selection: z.string(), point: z.string().optional(), grade: z.string() })),
  askedBy: z.string(),
  /** Whether the reader asked for it, and so cannot approve it. */
  own: z.boolean(),
  askedAt: IsoTime,
  /** As the asking admin gave it; the same as in the audit trail. */
  reason: z.string().nullable(),
  moves: z.number(),
  title: z.string(),
})
export type AskedSettlement = z.infer<typeof AskedSettlement>

/** Oldest first, ten per page. */
export const SettlementDesk = z.object({
  asked: z.array(AskedSettlement),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  above: z.number(),
})
export type SettlementDesk = z.infer<typeof SettlementDesk>

/** Null if it does not wait, or does not exist. */
export const AskedOne = z.object({ asked: AskedSettlement.nullable() })
export type AskedOne = z.infer<typeof AskedOne>

/** Found by name, at most twenty: the next to start first, then those that started last. */
export const DeskEvents = z.object({ events: z.array(DeskEvent) })
export type DeskEvents = z.infer<typeof DeskEvents>

export const EventAction = z.enum(['recordResult', 'correctResult', 'voidMarket', 'voidEvent', 'decideMarket'])
export type EventAction = z.infer<typeof EventAction>
export const BetAction = z.enum(['voidBet', 'resettleBet'])
export type BetAction = z.infer<typeof BetAction>

/**
 * Bets on an event by selection, single and in parlays. `actions`: what the reader may decide about the event, and
 * about each bet, by role and state; a result is refused before the start all the same.
 */
export const DeskEventBets = DeskEvent.extend({
  league_title: z.string(),
  /** Its current state, if the feed has it and it is not over. */
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
  /** Void markets; null among them means all. */
  voided: z.array(z.string().nullable()),
  /** Decisions by hand that are in force. A later decision on a market replaces the whole earlier one. */
  decided: z.array(
    z.object({
      market: z.string(),
      selections: z.array(z.object({ selection: z.string(), point: z.string().nullable(), grade: Grade })),
    }),
  ),
  /** False if there are more bets than are read. */
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
  /** The first fifty, by stake. */
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
      status: z.enum(BET_STATUSES),
      returned: z.number().nullable(),
      actions: z.array(BetAction),
    }),
  ),
})
export type DeskEventBets = z.infer<typeof DeskEventBets>
