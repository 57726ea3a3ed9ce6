// From stored events to the domain's: unknown types and versions stop here, old versions become the newest.
import { type DomainEvent, eventSchemas } from './events.ts'

/** A type or schema version that this code does not know: written by newer code, or not by this product. */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent'
}

/**
 * The domain's event in a stored body. Its shape was checked when it was written, and the hash protects it, so it
 * is not checked again. Throws UnknownEvent. Every published shape is version 1 today: nothing is reshaped yet.
 */
export function upcast<Body extends { type: string; schema: number; data: unknown }>(body: Body): Body & DomainEvent {
  const versions = Object.hasOwn(eventSchemas, body.type) ? eventSchemas[body.type] : undefined
  if (versions?.[body.schema] === undefined) throw new UnknownEvent(`${body.type} version ${body.schema}`)
  return body as Body & DomainEvent
}
