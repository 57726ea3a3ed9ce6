// The log on EventStoreDB, read after the moment of the snapshot: it then holds all that the read models were made of,
// and each of them is compared at its own checkpoint. What was appended since is checked as well.
//
// The store hands out neither ledger numbers nor times of storing. Numbers are counted, so that an event which is
// missing shows by the versions and hashes of its stream, and a missing end by the checkpoints. The hash is that of the
// stored bytes, and the id must be made of it: the server takes a known id with other bytes for a repetition.
import type { EventStore, StoredEvent } from '#services/event-store/port.ts'
import type { LogRow } from '../events/shapes.ts'
import type { Findings } from '../findings.ts'
import type { AuditedLog, LogBatch } from '../log.ts'
import { furthestCheckpoint } from '../postgres/surroundings.ts'
import { CHECKPOINTS } from '../read-models/checkpoints.ts'

/** Why a stream has lost events, or may lose them, by what setting of it and to what value. */
type Truncation = { readonly stream: string; readonly by: string; readonly value: number | null }

/** What an audit asks of the store. It is not closed by it. */
export type AuditedStore = Pick<EventStore, 'readAll'> & {
  /** Streams of ours of which the server may forget events, or has. */
  truncations?(): Promise<readonly Truncation[]>
}

const PAGE = 2_000

export function overEventStore(store: AuditedStore, signal?: AbortSignal): AuditedLog {
  return {
    store: 'EventStoreDB',
    needs: [CHECKPOINTS],
    columns: new Map(),
    read: () => readEvents(store, signal),
    close: async () => undefined,
    count: async ({ main }) => (await furthestCheckpoint(main)) + 1,
    isProtected: async () => false,
    checkKeeping: (findings) => checkKeeping(store, findings),
  }
}

async function* readEvents(store: AuditedStore, signal?: AbortSignal): AsyncGenerator<LogBatch> {
  let next = 0
  for await (const page of store.readAll(null, PAGE)) {
    signal?.throwIfAborted()
    const first = next
    next += page.length
    yield { rows: page.map((event, index) => rowOf(event, first + index)), isSound: () => false }
  }
}

/** The store's hash is its adapter's: whoever reads the row computes it again from the body. */
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

async function checkKeeping(store: AuditedStore, findings: Findings): Promise<void> {
  for (const { stream, by, value } of (await store.truncations?.()) ?? []) {
    const actual = value === null ? by : `${by} ${value}`
    findings.about(`stream ${stream}`, 'stream_truncated', 'every event is kept', actual)
  }
}
