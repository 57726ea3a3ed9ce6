// Reads in one call, after appends were refused, which of them had been written before, and what their streams hold
// instead.
import type { PendingAppend } from '../pending-append.ts'
import { type Later, OutcomeUnknown, type StoredEvent } from '../port.ts'
import type { AppendCalls, Place } from './append-calls.ts'

export type Found = {
  /** The positions of the appends that had been written before; an error if that could not be read. */
  readonly stored: ReadonlyMap<PendingAppend, number | Error>
  /**
   * For the first append of each stream, if it is not too much. What builds on that append was decided on events that
   * do not exist.
   */
  readonly later: ReadonlyMap<PendingAppend, Later>
}

/** A process that is further behind reads the stream on its own, so that this call is not held up. */
const MOST_LATER = 64

/** Never throws. */
export async function findAfterRefusal(calls: AppendCalls, refused: readonly PendingAppend[]): Promise<Found> {
  const stored = new Map<PendingAppend, number | Error>()
  const later = new Map<PendingAppend, Later>()
  if (refused.length === 0) return { stored, later }
  const streams = new Set<string>()
  const firsts = new Set<PendingAppend>()
  for (const append of refused) {
    if (!streams.has(append.request.stream)) firsts.add(append)
    streams.add(append.request.stream)
  }
  try {
    const found = await calls.find(refused.map((append) => placeOf(append, firsts.has(append))))
    refused.forEach((append, index) => {
      const events = found[index]!
      const own = events.find(({ version, hash }) => version === append.head.version && hash === append.head.hash)
      if (own !== undefined) stored.set(append, Number(own.position))
      else if (firsts.has(append) && isAll(events)) later.set(append, events)
    })
  } catch (error) {
    const unknown = new OutcomeUnknown('it could not be read whether an append had been written', { cause: error })
    for (const append of refused) stored.set(append, unknown)
  }
  return { stored, later }
}

/**
 * For the first append of a stream, everything after its expected head; for the others, only where their last event
 * would be.
 */
function placeOf({ request: { stream, expected }, head }: PendingAppend, isFirst: boolean): Place {
  const after = isFirst ? expected.version : head.version - 1
  return { stream, after, last: isFirst ? Math.max(head.version, after + MOST_LATER) : head.version }
}

const isAll = (events: readonly StoredEvent[]): boolean => events.length > 0 && events.length < MOST_LATER
