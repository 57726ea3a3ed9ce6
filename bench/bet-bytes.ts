// How many bytes a single bet takes in the log: as it is stored now, without its seal, and in the form of version 1.
import type { BetPlaced } from '#domain/bet/bet-events.ts'
import { metaInMemory } from '#domain/versions/event-versions.ts'
import { canonicalJson } from '#services/event-store/canonical.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { median } from './load.ts'

export type BetBytes = { readonly stored: number; readonly unsealed: number; readonly first: number }

const bytes = (value: unknown): number => Buffer.byteLength(canonicalJson(value))

/** Medians over the singles among these bodies of BetPlaced, version 2; null if there are none. */
export function betBytes(bodies: readonly Buffer[]): BetBytes | null {
  const found: BetBytes[] = []
  for (const body of bodies) {
    const event = decodeBody(body.toString())
    const { legs, ...bet } = event.data as BetPlaced
    const [{ seal: _, seen, ...leg }, ...more] = legs as [BetPlaced['legs'][number], ...BetPlaced['legs']]
    if (event.schema !== 2 || more.length > 0) continue
    const { inPlay = false, point = null, drawOffered = false, ...rest } = leg
    const first = { ...bet, legs: [{ ...rest, inPlay, point, drawOffered }], seenOdds: [seen ?? leg.odds] }
    const meta = metaInMemory(event.type, event.schema, event.meta)
    found.push({
      stored: body.length,
      unsealed: bytes({ ...event, data: { ...bet, legs: [{ ...leg, seen }] } }),
      first: bytes({ ...event, schema: 1, data: first, meta }),
    })
  }
  if (found.length === 0) return null
  const middle = (of: (one: BetBytes) => number) => median(found.map(of))
  return {
    stored: middle(({ stored }) => stored),
    unsealed: middle(({ unsealed }) => unsealed),
    first: middle(({ first }) => first),
  }
}
