// The bodies of The Odds API v4. Unknown fields are kept: the whole object is evidence.
import { z } from 'zod'
import { Text } from '#domain/values.ts'

const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')
/** Usually in UTC, but an offset is fine. In a year that Postgres and our events can hold. */
const Instant = z.iso.datetime({ offset: true }).refine((text) => {
  const at = Date.parse(text)
  return at >= EARLIEST && at <= LATEST
}, 'must be in the years 1 to 9999')
export const EventId = z.string().min(1).max(100)

export const Sport = z.looseObject({
  key: z.string(),
  group: z.string().default(''),
  title: z.string().default(''),
  description: z.string().default(''),
  active: z.boolean(),
  has_outrights: z.boolean().default(false),
})
export type Sport = z.infer<typeof Sport>

export const FeedEvent = z.looseObject({
  id: EventId,
  sport_key: Text,
  sport_title: z.string(),
  commence_time: Instant,
  /** Null for outrights, which are not games. */
  home_team: Text,
  away_team: Text,
})
export type FeedEvent = z.infer<typeof FeedEvent>

const FeedOutcome = z.looseObject({
  name: Text,
  price: z.number(),
  point: z.number().optional(),
  description: z.string().optional(),
})
export const FeedMarket = z.looseObject({
  key: z.string().min(1),
  /** Missing in replies from before September 2022; then the bookmaker's applies. */
  last_update: Instant.optional(),
  outcomes: z.array(FeedOutcome),
})
export type FeedMarket = z.infer<typeof FeedMarket>
export const FeedBookmaker = z.looseObject({
  key: Text,
  title: z.string(),
  /** Missing in the odds of a single event; there the market's applies. */
  last_update: Instant.optional(),
  markets: z.array(FeedMarket),
})
export type FeedBookmaker = z.infer<typeof FeedBookmaker>
/** A bookmaker that cannot be read is left out alone: the game is still listed, and others may price it. */
const ReadableBookmakers = z.unknown().transform((all): FeedBookmaker[] => {
  const read = Array.isArray(all) ? all.map((each) => FeedBookmaker.safeParse(each)) : []
  return read.filter((each) => each.success).map((each) => each.data)
})
/** Empty if nobody offers a market that was asked for. */
export const OddsEvent = z.looseObject({ ...FeedEvent.shape, bookmakers: ReadableBookmakers.prefault([]) })
export type OddsEvent = z.infer<typeof OddsEvent>

export const ScoreEvent = z.looseObject({
  ...FeedEvent.shape,
  completed: z.boolean(),
  scores: z
    .array(z.looseObject({ name: z.string(), score: z.string().nullable() }))
    .nullable()
    .default(null),
  last_update: Instant.nullable().default(null),
})
export type ScoreEvent = z.infer<typeof ScoreEvent>

export const EventMarkets = z.looseObject({
  ...FeedEvent.shape,
  bookmakers: z.array(
    z.looseObject({
      key: z.string(),
      title: z.string(),
      markets: z.array(z.looseObject({ key: z.string(), last_update: Instant.optional() })),
    }),
  ),
})
export type EventMarkets = z.infer<typeof EventMarkets>
export const Participant = z.looseObject({ full_name: z.string(), id: z.string() })
export type Participant = z.infer<typeof Participant>

export const ProviderErrorBody = z.looseObject({
  message: z.string().optional().catch(undefined),
  error_code: z.string().optional().catch(undefined),
})

/** No reply of the provider is nested deeper than six levels. */
const MAX_DEPTH = 64

/**
 * Whether all text in it is well-formed and without NUL, and it is not nested too deeply, so that it can be stored as
 * evidence.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  return Object.entries(value).every(([key, member]) => isStorable(key) && isStorable(member, depth + 1))
}
