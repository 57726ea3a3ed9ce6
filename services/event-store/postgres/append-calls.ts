// What the appender needs from its connection.
import { type StoredEvent, StoreUnavailable } from '../port.ts'
import type { Batch } from './batch.ts'

/** Both throw StoreUnavailable or OutcomeUnknown. */
export type AppendCalls = {
  /**
   * Position of the first event of each chunk; null for a chunk whose stream has another head. Null for the whole batch
   * if the stream that was given has another head. Also throws BatchRefused.
   */
  write(batch: Batch): Promise<(number | null)[] | null>
  /** The events at these places, in the order of the places. */
  find(places: readonly Place[]): Promise<StoredEvent[][]>
}

/** Versions of a stream: those after `after`, up to and including `last`. */
export type Place = { readonly stream: string; readonly after: number; readonly last: number }

/** The database refused the call and wrote nothing: one of its chunks may be invalid. */
export class BatchRefused extends StoreUnavailable {}
