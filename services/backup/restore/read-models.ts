// Whether the backed-up read models match their log: both are brought to the log's end, one by folding on, the other by
// folding everything anew.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { projections } from '#projections/registry.ts'
import { startProjector } from '#projections/runner/projector.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { connect } from '#services/platform/database/connect.ts'
import { BackupError } from '../errors.ts'

const LOOK_EVERY_MS = 50

export type Compared = { readonly models: number; readonly rows: number }
type Digests = ReadonlyMap<string, { readonly rows: number; readonly digest: string }>

/** Throws BackupError with the table that differs. Its rows stay unchanged, so that repeating this reports it again. */
export async function compareReadModels(
  url: string,
  store: EventStore,
  events: number,
  signal?: AbortSignal,
): Promise<Compared> {
  const client = await connect(url, { name: 'fairbook restore' })
  try {
    await foldOn(client, url, store, events, signal)
    const leftBehind = await digests(client, 'app')
    let rows = 0
    const beforeSwitch = async (schema: string) => {
      for (const [table, { rows: count, digest }] of await digests(client, schema)) {
        const before = leftBehind.get(table)!
        if (before.digest !== digest)
          throw new BackupError(
            'restore_different',
            `app.${table} has ${before.rows} rows that the log does not make, which makes ${count}: they stay until npm run projections:rebuild`,
          )
        rows += count
      }
    }
    await rebuild({ store, url, signal, beforeSwitch })
    return { models: projections.length, rows }
  } finally {
    await client.end()
  }
}

/** Folds as the product's projector would. */
async function foldOn(
  client: pg.Client,
  url: string,
  store: EventStore,
  events: number,
  signal?: AbortSignal,
): Promise<void> {
  const projector = startProjector({ store, url })
  const ended = projector.ended.then(() => true)
  ended.catch(() => undefined)
  try {
    while (!(await isFolded(client, events))) {
      signal?.throwIfAborted()
      await Promise.race([ended, pause(LOOK_EVERY_MS)])
    }
  } finally {
    await projector.stop()
  }
}

async function isFolded(client: pg.Client, events: number): Promise<boolean> {
  const { rows } = await client.query<{ models: number; failed: string | null }>(
    `select count(*) filter (where number >= $1)::int4 as models, min(failed) as failed from app.projection_checkpoint`,
    [events - 1],
  )
  const [found] = rows
  if (found?.failed) throw new BackupError('restore_different', `a read model stopped: ${found.failed}`)
  return found?.models === projections.length
}

/** Independent of order: two hashes of each row's text, summed. */
async function digests(client: pg.Client, schema: string): Promise<Digests> {
  const found = new Map<string, { rows: number; digest: string }>()
  for (const { name } of projections.flatMap(({ tables }) => tables)) {
    const { rows } = await client.query<{ rows: number; digest: string }>(
      `select count(*)::float8 as rows, concat_ws(' ', count(*), sum(hashtextextended(t::text, 0)::numeric),
         sum(hashtextextended(t::text, 1)::numeric)) as digest
       from ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)} t`,
    )
    found.set(name, rows[0]!)
  }
  return found
}
