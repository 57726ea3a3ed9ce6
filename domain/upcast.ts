// From stored events to the domain's: unknown types and versions are rejected here, and old versions become the newest.

import type { BetPlaced, BetSettled } from './bet/bet-events.ts'
import type { BetPlaced1, BetSettled1 } from './bet/bet-events-1.ts'
import { type DomainEvent, eventSchemas } from './events.ts'
import type { ResultRecorded, ResultRecorded1 } from './fixture/events.ts'
import type { Meta } from './meta.ts'
import { metaInMemory } from './versions/event-versions.ts'

/** A type or schema version that this code does not know: written by newer code, or not by this product. */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent'
}

type Stored = { readonly type: string; readonly schema: number; readonly data: unknown; readonly meta: unknown }
type InMemory = { readonly meta: Meta }

/**
 * The domain's event in a stored body. Its shape was checked when it was written and its hash protects it, so it is not
 * checked again. Throws UnknownEvent.
 */
export function upcast<Body extends Stored>(body: Body): Omit<Body, keyof Stored> & DomainEvent & InMemory {
  const { type, schema } = body
  const versions = Object.hasOwn(eventSchemas, type) ? eventSchemas[type] : undefined
  if (versions?.[schema] === undefined) throw new UnknownEvent(`${type} version ${schema}`)
  const meta = metaInMemory(type, schema, body.meta)
  const reshape = schema === 1 ? FROM_1.get(type) : undefined
  const event =
    reshape === undefined ? { ...body, meta } : { ...body, meta, schema: 2, data: reshape(body.data as never) }
  return event as Omit<Body, keyof Stored> & DomainEvent & InMemory
}

function betPlaced({ seenOdds, legs, ...bet }: BetPlaced1): BetPlaced {
  return {
    ...bet,
    legs: legs.map(({ inPlay, point, drawOffered, ...leg }, at) => ({
      ...leg,
      ...(inPlay ? { inPlay } : {}),
      ...(point === null ? {} : { point }),
      ...(drawOffered ? { drawOffered } : {}),
      ...(seenOdds[at] === undefined || seenOdds[at] === leg.odds ? {} : { seen: seenOdds[at] }),
    })),
  }
}

const betSettled = ({ legs, ...settlement }: BetSettled1): BetSettled => ({
  ...settlement,
  legs: legs.map(({ voidReason, ...leg }) => (voidReason === null ? leg : { ...leg, voidReason })),
})

/** In version 1 the final score was the only one, and settled every bet. */
const result = <Result extends ResultRecorded1>({ home, away, ...rest }: Result): ResultRecorded => ({
  ...rest,
  score: { home, away },
  regulation: { home, away },
})

/** The data of version 2, from version 1. Types with the same data are listed too, because they become version 2. */
const FROM_1 = new Map<string, (data: never) => unknown>([
  // the commitment is to another form of the name, which matters only to an audit
  ['AccountOpened', (data: object) => data],
  ['PasswordChanged', (data: object) => data],
  ['BetPlaced', betPlaced],
  ['BetSettled', betSettled],
  ['FloatSet', (data: object) => data],
  ['ResultRecorded', result],
  ['ResultCorrected', result],
  ['FixtureAbandoned', (data: object) => data],
  ['SettlementAsked', (data: object) => data],
])
