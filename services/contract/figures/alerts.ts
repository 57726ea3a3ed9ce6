// GET /api/admin/alerts: what holds now and needs somebody.
import { z } from 'zod'
import { IsoTime } from '../values.ts'

const base = {
  /** The same as long as it holds. */
  id: z.string(),
  /** Since when it holds; null where nobody knows. */
  since: IsoTime.nullable(),
}

export const Alert = z.discriminatedUnion('kind', [
  /** The desk has stopped betting: on everything, or on so many events and markets. */
  z.object({ ...base, kind: z.literal('betting-stopped'), all: z.boolean(), stops: z.number() }),
  /** Prices are old in some league. */
  z.object({ ...base, kind: z.literal('feed-stale'), status: z.enum(['delayed', 'offline']), leagues: z.number() }),
  /** The provider is in trouble: no credits, a wrong key, no answer. */
  z.object({ ...base, kind: z.literal('feed-trouble'), trouble: z.string() }),
  z.object({ ...base, kind: z.literal('read-model'), readModel: z.string(), number: z.number(), reason: z.string() }),
  /** A witness saw another history of the log, does not take what it is sent, or does not answer. */
  z.object({
    ...base,
    kind: z.literal('witness'),
    witness: z.string(),
    fault: z.enum(['forked', 'refused', 'silent']),
    says: z.string(),
  }),
  /** Decisions by hand that wait for a second admin. */
  z.object({ ...base, kind: z.literal('settlement-asked'), decisions: z.number() }),
  /** Games whose bets nothing decides: the queue type=undecided. */
  z.object({ ...base, kind: z.literal('undecided'), games: z.number() }),
  /** Games that may be one. */
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
    /** 'Arsenal vs Everton'; null of a parlay. */
    game: z.string().nullable(),
  }),
])
export type Alert = z.infer<typeof Alert>

/** In the order of the kinds above. `total` counts alerts of kinds with many, too, of which at most twenty are listed. */
export const Alerts = z.object({
  alerts: z.array(Alert),
  total: z.number(),
  /** From which stake, and from which exposure on. */
  bigStake: z.number(),
  bigExposure: z.number(),
})
export type Alerts = z.infer<typeof Alerts>
