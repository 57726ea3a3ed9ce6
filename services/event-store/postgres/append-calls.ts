// What the appender needs from its connection.
import { type StoredEvent, StoreUnavailable } from '../port.ts'
import type { Batch } from './batch.ts'

/** Both throw StoreUnavailable or OutcomeUnknown. */
export type AppendCalls = {
  /**
   * Position of the first event of each chunk; null if the stream had another head. Null for all where the stream that was
   * given had another. Throws BatchRefused too.
   */
  write(batch: Batch): Promise<(number | null)[] | null>
  /** The events that stand at these places. */
  find(places: readonly Place[]): Promise<StoredEvent[][]>
}

/** Versions of a stream: those after `after`, up to `last`. */
export type Place = { readonly stream: string; readonly after: number; readonly last: number }

/** The database refused the call and wrote nothing: one of its chunks may be invalid. */
export class BatchRefused extends StoreUnavailable {}
