// What a bettor asks for, checked against the board and the limits before anything is written.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Board, Price } from './board.ts'

const LIMITS = { minStakeCents: 10, maxPayoutCents: 1_000_000_000, maxLegs: 20, priceAgeMs: 15 * 60_000 }

const Odds = z.number().gt(1).max(1_000_000)

/** As in the product: a single, or the legs of a parlay. */
export const SlipBody = z.discriminatedUnion('is_parlay', [
  z.object({
    is_parlay: z.literal(false),
    game: z.string(),
    bet_type: z.literal('h2h'),
    bet_amount: z.number().positive().max(1_000_000_000),
    odd: Odds,
    potential_win: z.number().nullish(),
    selection: z.string(),
    event_id: z.string(),
    sport_key: z.string(),
    commence_time: z.string(),
    legs: z.null().optional(),
  }),
  z.object({
    is_parlay: z.literal(true),
    game: z.string(),
    bet_type: z.literal('parlay'),
    bet_amount: z.number().positive().max(1_000_000_000),
    odd: Odds,
    potential_win: z.number().nullish(),
    legs: z
      .array(z.object({ eventId: z.string(), marketName: z.literal('h2h'), selection: z.string(), price: Odds }))
      .min(2)
      .max(LIMITS.maxLegs),
  }),
])
export type SlipBody = z.infer<typeof SlipBody>

export type StruckLeg = { readonly price: Price; readonly seenOdds: string }
export type Slip = {
  readonly stakeCents: number
  readonly legs: readonly StruckLeg[]
  readonly odds: string
  readonly returnCents: number
}
export type Refusal = { readonly code: string; readonly changes?: readonly object[] }

/** Over what a repeated request must have in common with the first. */
export function requestHash(body: SlipBody): Buffer {
  const said = JSON.stringify([body.bet_amount, body.odd, selectionsOf(body)])
  return createHash('sha256').update(said).digest()
}

/** The bet at current prices, or a refusal if it cannot be struck. `now`: in milliseconds. */
export function strike(body: SlipBody, board: Board, now: number): Slip | Refusal {
  const stakeCents = Math.round(body.bet_amount * 100)
  if (Math.abs(stakeCents - body.bet_amount * 100) > 1e-6 || stakeCents < LIMITS.minStakeCents) {
    return { code: 'stake_invalid' }
  }
  const legs: StruckLeg[] = []
  const events = new Set<string>()
  let product = 1n
  for (const { eventId, selection, seen } of selectionsOf(body)) {
    if (events.has(eventId)) return { code: 'same_event_twice' }
    events.add(eventId)
    const price = board.price(eventId, selection)
    if (price === undefined)
      return { code: 'odds_changed', changes: [{ eventId, selection, oldOdds: seen, newOdds: null }] }
    if (now >= price.startsAt) return { code: 'event_closed' }
    const seenHundredths = Math.round(seen * 100)
    // within a tenth of what was seen, and not too old
    const isMoved = Math.abs(price.hundredths - seenHundredths) * 10 > seenHundredths
    if (isMoved || now - Date.parse(price.quotedAt) > LIMITS.priceAgeMs) {
      return { code: 'odds_changed', changes: [{ eventId, selection, oldOdds: seen, newOdds: price.hundredths / 100 }] }
    }
    legs.push({ price, seenOdds: seen.toFixed(2) })
    product *= BigInt(price.hundredths)
  }
  const scale = 100n ** BigInt(legs.length)
  // rounded half up to hundredths
  const total = (product * 200n + scale) / (scale * 2n)
  if (Math.abs(Number(total) - body.odd * 100) * 10 > body.odd * 100) return { code: 'odds_changed' }
  const returnCents = Number((BigInt(stakeCents) * product) / scale)
  if (returnCents > LIMITS.maxPayoutCents) return { code: 'payout_too_large' }
  return { stakeCents, legs, odds: hundredths(total), returnCents }
}

const hundredths = (value: bigint): string => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`

const selectionsOf = (body: SlipBody): { eventId: string; selection: string; seen: number }[] =>
  body.is_parlay
    ? body.legs.map(({ eventId, selection, price }) => ({ eventId, selection, seen: price }))
    : [{ eventId: body.event_id, selection: body.selection, seen: body.odd }]
