// The log on EventStoreDB. It is read after the snapshot was taken, so it contains everything that the read models were
// made of, and each of these is compared at its own checkpoint. Events appended since are checked as well.
//
// The store has neither ledger numbers nor times of storing. Numbers are counted, so a missing event shows in the
// versions and hashes of its stream, and a missing end in the checkpoints. The hash is computed from the stored bytes,
// and the id must be derived from it: the server takes an event with a known id for a repeat, even if its bytes differ.
import type { EventStore, StoredEvent } from '#services/event-store/port.ts'
import { type AuditedLog, type LogBatch, unchecked } from '../audited-log.ts'
import type { LogRow } from '../events/log-row.ts'
import type { Findings } from '../findings/findings.ts'
import { furthestCheckpoint } from '../postgres/surroundings.ts'
import { CHECKPOINTS } from '../read-models/checkpoints.ts'

/** Why a stream has lost events or may lose them: a setting and its value. */
type Truncation = { readonly stream: string; readonly by: string; readonly value: number | null }

/** What an audit needs of the store. The audit does not close it. */
export type AuditedStore = Pick<EventStore, 'readAll'> & {
  /** The product's streams of which the server has lost events, or may lose them. */
  truncations?(): Promise<readonly Truncation[]>
}

const PAGE = 2_000

export function overEventStore(store: AuditedStore, signal?: AbortSignal): AuditedLog {
  return {
    store: 'EventStoreDB',
    requiredTables: [CHECKPOINTS],
    columns: new Map(),
    startThread: () => false,
    read: () => readEvents(store, signal),
    close: async () => undefined,
    count: async ({ main }) => (await furthestCheckpoint(main)) + 1,
    isProtected: async () => false,
    checkKeeping: (_, findings) => checkTruncations(store, findings),
  }
}

async function* readEvents(store: AuditedStore, signal?: AbortSignal): AsyncGenerator<LogBatch> {
  for await (const rows of eventPages(store, PAGE)) {
    signal?.throwIfAborted()
    yield unchecked(rows)
  }
}

/**
 * All events after the one at `position` (null: from the first), in pages of `size`. `number`: the ledger number of the
 * first.
 */
export async function* eventPages(
  store: AuditedStore,
  size: number,
  number = 0,
  position: string | null = null,
): AsyncGenerator<readonly LogRow[]> {
  let next = number
  for await (const page of store.readAll(position, size)) {
    const first = next
    next += page.length
    yield page.map((event, index) => rowOf(event, first + index))
  }
}

/** The hash comes from the store's adapter; the replay computes it again from the body. */
const rowOf = ({ position, stream, version, type, id, hash, body }: StoredEvent, number: number): LogRow => ({
  number,
  position,
  stream,
  version,
  type,
  id,
  hash,
  body,
  storedAt: null,
})

/** Reports streams that have lost events, and settings that let the store discard some. */
export async function checkTruncations(store: AuditedStore, findings: Findings): Promise<void> {
  for (const { stream, by, value } of (await store.truncations?.()) ?? []) {
    const actual = value === null ? by : `${by} ${value}`
    findings.about(`stream ${stream}`, 'stream_truncated', 'every event is kept', actual)
  }
}
