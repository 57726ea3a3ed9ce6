// GET /api/admin/dashboard?type=fixture-pairs: games that may be one, with open bets on the older.
import { z } from 'zod'
import { IsoTime } from './values.ts'

const PairedFixture = z.object({
  id: z.string(),
  league: z.string(),
  home: z.string(),
  away: z.string(),
  startsAt: IsoTime,
  /** It has a result, or was abandoned. */
  closed: z.boolean(),
})
export const FixturePairs = z.object({
  /** Ten per page: those that wait for a decision first, newest first. */
  pairs: z.array(
    z.object({
      older: PairedFixture,
      newer: PairedFixture,
      /**
       * listed-together: both were listed at the same time. may-meet-again: the older vanished before its start, but in
       * this sport the same teams may meet again that soon. several-fit: more than one game fits. after-start: the
       * older vanished after its start. sides-changed: home and away were swapped.
       */
      why: z.enum(['listed-together', 'may-meet-again', 'several-fit', 'after-start', 'sides-changed']),
      since: IsoTime,
      /** On the older one, now. */
      openBets: z.number(),
      resolution: z.enum(['joined', 'apart']).nullable(),
      resolvedAt: IsoTime.nullable(),
      resolvedBy: z.string().nullable(),
    }),
  ),
  total: z.number(),
  waiting: z.number(),
  page: z.number(),
  pageSize: z.number(),
})
export type FixturePairs = z.infer<typeof FixturePairs>
export const FixturePairDecided = z.object({ success: z.literal(true), message: z.string(), position: z.string() })
