// GET /api/admin/alerts: what needs somebody's attention now.
import { z } from 'zod'
import { IsoTime } from '../values.ts'

const base = {
  /** Stays the same while the alert lasts. */
  id: z.string(),
  /** When it began; null if not known. */
  since: IsoTime.nullable(),
}

export const Alert = z.discriminatedUnion('kind', [
  /** The desk has stopped betting: on everything, or on a number of events and markets. */
  z.object({ ...base, kind: z.literal('betting-stopped'), all: z.boolean(), stops: z.number() }),
  /** Prices are old in at least one league. */
  z.object({ ...base, kind: z.literal('feed-stale'), status: z.enum(['delayed', 'offline']), leagues: z.number() }),
  /** The provider is in trouble: no credits, a wrong key, no reply. */
  z.object({ ...base, kind: z.literal('feed-trouble'), trouble: z.string() }),
  z.object({ ...base, kind: z.literal('read-model'), readModel: z.string(), number: z.number(), reason: z.string() }),
  /** A witness saw another history of the log, refuses what it is sent, or does not answer. */
  z.object({
    ...base,
    kind: z.literal('witness'),
    witness: z.string(),
    fault: z.enum(['forked', 'refused', 'silent']),
    says: z.string(),
  }),
  /** Decisions by hand that wait for a second admin. */
  z.object({ ...base, kind: z.literal('settlement-asked'), decisions: z.number() }),
  /** Games with bets that no score decides: the queue type=undecided. */
  z.object({ ...base, kind: z.literal('undecided'), games: z.number() }),
  /** Games that may be duplicates. */
  z.object({ ...base, kind: z.literal('fixture-pairs'), pairs: z.number() }),
  z.object({
    ...base,
    kind: z.literal('exposure'),
    eventId: z.string(),
    game: z.string(),
    market: z.string(),
    name: z.string(),
    exposure: z.number(),
  }),
  z.object({
    ...base,
    kind: z.literal('big-stake'),
    bet: z.string(),
    userId: z.string(),
    username: z.string(),
    stake: z.number(),
    /** '3-Leg Parlay', or the selection. */
    name: z.string(),
    /** 'Arsenal vs Everton'; null for a parlay. */
    game: z.string().nullable(),
  }),
])
export type Alert = z.infer<typeof Alert>

/**
 * In the order of the kinds above. `total` also counts alerts that are not listed: of kinds with many, at most twenty
 * are.
 */
export const Alerts = z.object({
  alerts: z.array(Alert),
  total: z.number(),
  /** The stake and the exposure from which on there is an alert. */
  bigStake: z.number(),
  bigExposure: z.number(),
})
export type Alerts = z.infer<typeof Alerts>
