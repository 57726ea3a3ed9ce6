// GET /api/admin/suspicions: suspicions for admins to look at, and why.
import { z } from 'zod'
import { SUSPICION_KINDS } from '../desk/choices.ts'
import { IsoTime } from '../values.ts'

export const SuspicionQuery = z.strictObject({
  kind: z.enum(SUSPICION_KINDS),
  /** Where the previous page ended. */
  before: z
    .string()
    .regex(/^\d{1,16}$/)
    .optional(),
})
export type SuspicionQuery = z.infer<typeof SuspicionQuery>

const SuspectedUser = z.object({ id: z.string(), username: z.string() })
const ofBet = { id: z.string(), at: IsoTime, user: SuspectedUser, betId: z.string(), stake: z.number() }

export const Suspicion = z.discriminatedUnion('kind', [
  /** Several accounts were signed in from one address. `at`: the last time. */
  z.object({
    kind: z.literal('address'),
    id: z.string(),
    at: IsoTime,
    /** Last used first. */
    users: z.array(SuspectedUser),
    /** At most fifty are counted and listed. */
    accounts: z.number(),
  }),
  /** A bet in play shortly before its odds fell or the score changed. */
  z.object({
    kind: z.literal('timing'),
    ...ofBet,
    eventId: z.string(),
    selection: z.string(),
    odds: z.number(),
    /** What they fell to; null if the score changed first. */
    oddsAfter: z.number().nullable(),
    /** Time from the bet to the change. */
    seconds: z.number(),
  }),
  /** A stake many times larger than usual for the account. */
  z.object({
    kind: z.literal('stake'),
    ...ofBet,
    /** The median of the twenty bets that were settled last before it. */
    median: z.number(),
    times: z.number(),
  }),
])
export type Suspicion = z.infer<typeof Suspicion>

/**
 * Newest first. A page looks at a fixed number of bets or addresses, and may find nothing. `next` continues; null at
 * the end.
 */
export const Suspicions = z.object({
  suspicions: z.array(Suspicion),
  next: z.string().nullable(),
  thresholds: z.object({ accounts: z.number(), seconds: z.number(), oddsFall: z.number(), stakeFactor: z.number() }),
})
export type Suspicions = z.infer<typeof Suspicions>
