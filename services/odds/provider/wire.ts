// The bodies of The Odds API v4. Unknown fields are kept: the whole object is evidence.
import { z } from 'zod'
import { Text } from '#domain/values.ts'

const Instant = z.iso.datetime()
const EventId = z.string().min(1).max(100)

export const Sport = z.looseObject({
  key: z.string(),
  group: z.string(),
  title: z.string(),
  description: z.string(),
  active: z.boolean(),
  has_outrights: z.boolean(),
})
export type Sport = z.infer<typeof Sport>

export const FeedEvent = z.looseObject({
  id: EventId,
  sport_key: Text,
  sport_title: z.string(),
  commence_time: Instant,
  /** Null in outrights, which are not games. */
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
  /** Missing in answers from before September 2022: then the bookmaker's applies. */
  last_update: Instant.optional(),
  outcomes: z.array(FeedOutcome),
})
export type FeedMarket = z.infer<typeof FeedMarket>
export const FeedBookmaker = z.looseObject({
  key: Text,
  title: z.string(),
  /** Missing in the odds of one event: there the market's applies. */
  last_update: Instant.optional(),
  markets: z.array(FeedMarket),
})
export type FeedBookmaker = z.infer<typeof FeedBookmaker>
export const OddsEvent = z.looseObject({ ...FeedEvent.shape, bookmakers: z.array(FeedBookmaker) })
export type OddsEvent = z.infer<typeof OddsEvent>

export const ScoreEvent = z.looseObject({
  ...FeedEvent.shape,
  completed: z.boolean(),
  scores: z.array(z.looseObject({ name: z.string(), score: z.string().nullable() })).nullable(),
  last_update: Instant.nullable(),
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
  message: z.string().optional(),
  error_code: z.string().optional(),
})

/** Whether all text in it is well-formed and without NUL: other text can be neither evidence nor stored. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, member]) => isStorable(key) && isStorable(member))
}
