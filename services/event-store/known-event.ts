// An event that somebody noted to recognise the log by.
import type { EventStore, Position } from './port.ts'

/** `event`: stream@version. */
export type KnownEvent = { readonly event: string; readonly position: Position | null; readonly hash: string | null }

/** Whether the store still has the event in its place, with the same hash. */
export async function holdsEvent(store: EventStore, { event, position, hash }: KnownEvent): Promise<boolean> {
  const at = event.lastIndexOf('@')
  const version = Number(event.slice(at + 1))
  for await (const found of store.readStream(event.slice(0, at), version)) {
    return found.version === version && found.position === position && found.hash === hash
  }
  return false
}
