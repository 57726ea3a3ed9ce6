// The events of a page, as far as they can be read.
import { UnknownEvent } from '#domain/upcast.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { type LedgerEvent, readEvent } from '../event.ts'
import { describeEvent } from './apply-batch.ts'

/**
 * `number`: ledger number of the first. `unreadable`: the first event that cannot be read, and why, in one line; or
 * null.
 */
export function readPage(
  page: readonly StoredEvent[],
  number: number,
): { readonly events: LedgerEvent[]; readonly unreadable: string | null } {
  const events: LedgerEvent[] = []
  for (const [index, stored] of page.entries()) {
    try {
      events.push(readEvent(stored, number + index))
    } catch (error) {
      if (!(error instanceof UnknownEvent || error instanceof SyntaxError)) throw error
      return { events, unreadable: describeEvent({ ...stored, number: number + index } as never, error.message) }
    }
  }
  return { events, unreadable: null }
}
