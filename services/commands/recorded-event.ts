// Events of the domain as they come back from the store.
import type { Meta } from '#domain/meta.ts'
import { upcast } from '#domain/upcast.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { StoredEvent } from '#services/event-store/port.ts'

export type RecordedEvent<Event> = Event & { readonly meta: Meta; readonly version: number }

/**
 * The event as its aggregate recorded it, in its newest version. The caller has read it from a stream of that
 * aggregate.
 */
export function recordedIn<Event>({ body }: StoredEvent): RecordedEvent<Event> {
  const { type, schema, data, meta, version } = upcast(decodeBody(body))
  return { type, schema, data, meta, version } as unknown as RecordedEvent<Event>
}
