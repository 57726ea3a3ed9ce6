// From what is stored to what the domain knows: unknown types and versions stop here, old shapes become the newest.
import { type DomainEvent, eventSchemas } from './events.ts'

/** A type or schema version that this code does not know: written by a newer one, or not by ours. */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent'
}

/**
 * The domain's event in a stored body. The shape was checked when it was written and is hashed, so it is not checked
 * again here. Throws UnknownEvent. Every published shape is version 1 today: nothing is reshaped yet.
 */
export function upcast<Body extends { type: string; schema: number; data: unknown }>(body: Body): Body & DomainEvent {
  const versions = Object.hasOwn(eventSchemas, body.type) ? eventSchemas[body.type] : undefined
  if (versions?.[body.schema] === undefined) throw new UnknownEvent(`${body.type} version ${body.schema}`)
  return body as Body & DomainEvent
}
