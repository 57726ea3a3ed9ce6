// Folds a part of a log as the projector does, in pages as they arrive under load, and measures the cost.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Projection } from '#projections/projection.ts'
import { createCheckpoints, readCheckpoints } from '#projections/runner/checkpoint.ts'
import { connectToFold, SERVED } from '#projections/runner/fold-connection.ts'
import { Lanes } from '#projections/runner/lanes/lanes.ts'
import { lanesToRun } from '#projections/runner/lanes/lanes-to-run.ts'
import type { EventStore, Position, StoredEvent } from '#services/event-store/port.ts'
import { connect } from '#services/platform/database/connect.ts'
import { processorMs } from '../processor-time.ts'

/**
 * Events folded per second, microseconds of processor time per event, and bytes of write-ahead log. `writing`: of the
 * connections that write the rows.
 */
export type Cost = {
  readonly eventsPerSecond: number
  readonly projectorUs: number
  readonly writingUs: number
  readonly postgresUs: number
  readonly walBytes: number
}

export type Folding = {
  readonly store: EventStore
  readonly url: string
  readonly ownerUrl: string
  readonly postmaster: number
  /** Events per page. */
  readonly page: number
}

/** Folds the events up to a ledger number into these read models, all of which must be at the same event. */
export async function foldUpTo(
  { store, url, ownerUrl, postmaster, page }: Folding,
  projections: readonly Projection[],
  end: number,
): Promise<Cost> {
  const client = await connectToFold(url, SERVED, { batches: true })
  const beside = await connect(ownerUrl, { name: 'fairbook bench' })
  try {
    await createCheckpoints(client, projections, store.logId)
    const writing = [await backendOf(client)]
    const connectToTrail = async () => {
      const trailing = await connectToFold(url, SERVED, { batches: true })
      writing.push(await backendOf(trailing))
      return trailing
    }
    const look = async () => ({
      ...(await lookAt(beside)),
      projector: processorMs([process.pid])!,
      writing: processorMs(writing)!,
      postgres: processorMs(childrenOf(postmaster))!,
    })
    const from = (await readCheckpoints(client, [projections[0]!.name]))[0]!.number + 1
    const lanes = new Lanes({
      client,
      connectToTrail,
      store: upTo(store, end, page),
      lanes: await lanesToRun(client, store, projections),
      onFailure: ({ reason }) => {
        throw new Error(reason)
      },
    })
    const before = await look()
    const begin = performance.now()
    lanes.start()
    while (!(await haveAll(beside, projections, end))) {
      await Promise.race([lanes.done.then(() => Promise.reject(new Error('the lanes ended'))), pause(100)])
    }
    const seconds = (performance.now() - begin) / 1_000
    const after = await look()
    await lanes.stop()
    const each = (ms: number) => (ms * 1_000) / (end - from)
    return {
      eventsPerSecond: (end - from) / seconds,
      projectorUs: each(after.projector - before.projector),
      writingUs: each(after.writing - before.writing),
      postgresUs: each(after.postgres - before.postgres),
      walBytes: (after.wal - before.wal) / (end - from),
    }
  } finally {
    await client.end()
    await beside.end()
  }
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}

async function lookAt(client: pg.Client): Promise<{ wal: number }> {
  const { rows } = await client.query<{ wal: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal`,
  )
  return rows[0]!
}

async function haveAll(client: pg.Client, projections: readonly Projection[], end: number): Promise<boolean> {
  const names = projections.map(({ name }) => name)
  const stored = await readCheckpoints(client, names, { schema: SERVED })
  const failed = stored.find((one) => one.failed !== null)
  if (failed !== undefined) throw new Error(`${failed.projection} stopped at ${failed.failed}`)
  return stored.every(({ number }) => number === end - 1)
}

/**
 * The log in Postgres as it was at a ledger number, in pages of a fixed size. Positions in it are ledger numbers, from
 * 1.
 */
export function upTo(store: EventStore, end: number, size: number): EventStore {
  async function* pages(after: Position | null): AsyncGenerator<StoredEvent[]> {
    let left = end - Number(after ?? 0)
    if (left <= 0) return
    for await (const page of store.readAll(after, size)) {
      yield page.slice(0, left)
      left -= page.length
      if (left <= 0) return
    }
  }
  return {
    logId: store.logId,
    append: (request) => store.append(request),
    readStream: (stream, fromVersion) => store.readStream(stream, fromVersion),
    readHead: (stream) => store.readHead(stream),
    readAll: (after) => pages(after),
    lastPosition: () => store.lastPosition(),
    comparePositions: (a, b) => store.comparePositions(a, b),
    close: () => store.close(),
    async subscribe(after, handle, failed) {
      let closed = false
      const reading = (async () => {
        for await (const page of pages(after)) {
          if (closed) return
          await handle(page)
        }
      })()
      reading.catch(failed)
      return {
        close: async () => {
          closed = true
          await reading.catch(() => undefined)
        },
      }
    },
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}
