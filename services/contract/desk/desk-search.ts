// GET /api/admin/search: searches people, bets, events and ledger numbers.
import { z } from 'zod'
import { BET_STATUSES } from '#domain/bet/bet-statuses.ts'
import { AccountRole, Euros, IsoTime } from '../values.ts'

export const DeskSearchQuery = z.object({ q: z.string().min(1).max(64) })

/** Found by the beginning of the name, or of the account's id. */
const FoundUser = z.object({
  id: z.string(),
  username: z.string(),
  role: AccountRole,
  is_blocked: z.boolean(),
})
/** Found by the beginning of its id. `name`: the selection, or '3-Leg Parlay'. */
const FoundBet = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  stake: Euros,
  status: z.enum(BET_STATUSES),
})
/** Found by beginnings of words in the teams' names, or by its id. */
const FoundEvent = z.object({
  id: z.string(),
  league: z.string(),
  home: z.string(),
  away: z.string(),
  startsAt: IsoTime,
  result: z.object({ home: z.number(), away: z.number() }).nullable(),
})
/** The ledger's event with this number, and what it is about. */
const FoundLine = z.object({
  number: z.number(),
  type: z.string(),
  at: IsoTime,
  userId: z.string().nullable(),
  betId: z.string().nullable(),
  eventId: z.string().nullable(),
})

/** At most eight of each: the events nearest in time, the others in order. */
export const DeskFindings = z.object({
  users: z.array(FoundUser),
  bets: z.array(FoundBet),
  events: z.array(FoundEvent),
  lines: z.array(FoundLine),
})
export type DeskFindings = z.infer<typeof DeskFindings>
