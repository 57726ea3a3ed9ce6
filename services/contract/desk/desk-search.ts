// GET /api/admin/search: people, bets, events and ledger numbers by what somebody types.
import { z } from 'zod'
import { AccountRole, Euros, IsoTime } from '../values.ts'

export const DeskSearchQuery = z.object({ q: z.string().min(1).max(64) })

/** By how the name begins, or the account's id. */
export const FoundUser = z.object({
  id: z.string(),
  username: z.string(),
  role: AccountRole,
  is_blocked: z.boolean(),
})
/** By how its id begins. `name`: what was picked, or '3-Leg Parlay'. */
export const FoundBet = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  stake: Euros,
  status: z.enum(['pending', 'won', 'lost', 'refunded']),
})
/** By how words of its teams' names begin, or its id. */
export const FoundEvent = z.object({
  id: z.string(),
  league: z.string(),
  home: z.string(),
  away: z.string(),
  startsAt: IsoTime,
  result: z.object({ home: z.number(), away: z.number() }).nullable(),
})
/** The event of the ledger with this number, and what it is about. */
export const FoundLine = z.object({
  number: z.number(),
  type: z.string(),
  at: IsoTime,
  userId: z.string().nullable(),
  betId: z.string().nullable(),
  eventId: z.string().nullable(),
})

/** At most eight of each: the nearest events in time, the others in order. */
export const DeskFindings = z.object({
  users: z.array(FoundUser),
  bets: z.array(FoundBet),
  events: z.array(FoundEvent),
  lines: z.array(FoundLine),
})
export type DeskFindings = z.infer<typeof DeskFindings>
