// Opens the log on EventStoreDB for an audit, which only reads: it starts no log where there is none, and opens one of
// which events may be missing, to say which.

import { Connection } from '#services/event-store/eventstoredb/connection.ts'
import { LogIdentity } from '#services/event-store/eventstoredb/identity.ts'
import { EventStoreDbLog } from '#services/event-store/eventstoredb/log.ts'
import { Names } from '#services/event-store/eventstoredb/names.ts'
import { retryRead } from '#services/event-store/eventstoredb/resilient-read.ts'
import { LogIdentityMismatch, StoreUnavailable } from '#services/event-store/port.ts'
import type { Config } from '#services/platform/config.ts'
import { NoConnection } from '../failures.ts'

const PATIENCE_MS = 4_000
const FIRST_STREAM = 'ledger'

type Settings = { readonly url: string; readonly prefix: string }

/** Throws NoConnection where there is no server or no ledger on it; LogIdentityMismatch where the ledger's first event is gone. */
export async function openStoreToAudit(url: string, prefix: Config['EVENTSTORE_PREFIX']): Promise<EventStoreDbLog> {
  try {
    await expectLog({ url, prefix })
    return await EventStoreDbLog.open({ url, prefix, evenIfTruncated: true })
  } catch (error) {
    throw error instanceof StoreUnavailable && !(error instanceof LogIdentityMismatch)
      ? new NoConnection(error.message)
      : error
  }
}

/** To open a log is to start it where there is none: that is for the product to do. */
async function expectLog({ url, prefix }: Settings): Promise<void> {
  const connection = new Connection(url, new Names(prefix), new LogIdentity(), PATIENCE_MS)
  try {
    const [first, last] = await retryRead(connection, Date.now() + PATIENCE_MS, ({ reader }) =>
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
