// Opens the log on EventStoreDB for an audit, which only reads. It never starts a log, and opens one even if events may
// be missing, so as to report which.
import { Connection } from '#services/event-store/eventstoredb/connection/connection.ts'
import { LogIdentity } from '#services/event-store/eventstoredb/connection/log-identity.ts'
import { EventStoreDbLog } from '#services/event-store/eventstoredb/log.ts'
import { retryRead } from '#services/event-store/eventstoredb/read/resilient-read.ts'
import { StreamNames } from '#services/event-store/eventstoredb/wire/stream-names.ts'
import { LogIdentityMismatch, StoreUnavailable } from '#services/event-store/port.ts'
import type { Config } from '#services/platform/config.ts'
import { NoConnection } from '../failures.ts'

const TIMEOUT_MS = 4_000
const FIRST_STREAM = 'ledger'

type Settings = { readonly url: string; readonly prefix: string }

/**
 * Throws NoConnection if there is no server or no ledger on it; LogIdentityMismatch if the ledger's first event is
 * gone.
 */
export async function openStoreToAudit(url: string, prefix: Config['EVENTSTORE_PREFIX']): Promise<EventStoreDbLog> {
  try {
    await expectLog({ url, prefix })
    return await EventStoreDbLog.open({ url, prefix, allowTruncated: true })
  } catch (error) {
    throw error instanceof StoreUnavailable && !(error instanceof LogIdentityMismatch)
      ? new NoConnection(error.message)
      : error
  }
}

/** Called first, because opening a log that does not exist would start one, and only the product may do that. */
async function expectLog({ url, prefix }: Settings): Promise<void> {
  const connection = new Connection(url, new StreamNames(prefix), new LogIdentity(), TIMEOUT_MS)
  try {
    const [first, last] = await retryRead(connection, Date.now() + TIMEOUT_MS, ({ reader }) =>
      Promise.all([reader.events(FIRST_STREAM, 0, 1), reader.lastOfAll()]),
    )
    if (first[0]?.version === 0) return
    if (last !== null) throw new LogIdentityMismatch('the first event of the log is not on the event store any more')
    const where = prefix === '' ? 'without a prefix' : `with the prefix ${prefix}`
    throw new NoConnection(`the event store holds no ledger ${where}`)
  } finally {
    connection.close()
  }
}
