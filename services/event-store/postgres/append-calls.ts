// What the appender needs from its connection.
import type { PendingAppend } from '../pending-append.ts'
import { StoreUnavailable } from '../port.ts'
import type { Batch } from './batch.ts'

/** Both throw StoreUnavailable or OutcomeUnknown. */
export type AppendCalls = {
  /**
   * Position of the first event of each chunk; null if the stream had another head. Null for all where the stream that was
   * given had another. Throws BatchRefused too.
   */
  write(batch: Batch): Promise<(number | null)[] | null>
  /** Position of each append's last event if exactly that event is stored; null otherwise. */
  find(appends: readonly PendingAppend[]): Promise<(number | null)[]>
}

/** The database refused the call and wrote nothing: one of its chunks may be invalid. */
export class BatchRefused extends StoreUnavailable {}
