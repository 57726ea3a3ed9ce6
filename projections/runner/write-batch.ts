// Writes the changes of a batch into the rows of several read models, in one transaction with their checkpoints.
import pg from 'pg'
import { lineOf } from '#services/platform/errors.ts'
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection, ProjectionName } from '../projection.ts'
import type { Write } from '../write.ts'
import { type Checkpoint, checkpointAt } from './checkpoint.ts'

/**
 * The stored checkpoints are not those that the batch follows: a rebuild has replaced the tables, or another leader has
 * written.
 */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved'
}

/** A write that the database refused, or that changed a different number of rows than it must. */
export class WriteFailed extends Error {
  override readonly name = 'WriteFailed'
  readonly projection: ProjectionName

  constructor(projection: ProjectionName, message: string) {
    super(message)
    this.projection = projection
  }
}

/** The writes, or a fold that has to read rows for them. */
export type FoldedBatch = { readonly projection: Projection; readonly writes: readonly Write[] | Fold }

const MOVE = `
  update projection_checkpoint set position = $4, hash = $5, event = $6, number = $7, failed = null
  where projection = any($1::text[]) and log_id = $2 and number = $3
    and position is not distinct from $8 and hash is not distinct from $9`

/**
 * The checkpoints come first: a rebuild waits for their row locks, or holds them, before it touches the tables. All
 * statements are sent together; only the commit waits for their results. Throws CheckpointMoved, WriteFailed, or the
 * connection's error: then nothing was written.
 */
export async function writeBatch(
  client: pg.Client,
  logId: string,
  folded: readonly FoldedBatch[],
  from: Checkpoint,
  last: LedgerEvent,
): Promise<void> {
  const to = checkpointAt(last)
  const names = folded.map(({ projection }) => projection.name)
  const sent: Promise<unknown>[] = [client.query('begin')]
  const moved = client.query({
    name: 'move_checkpoint',
    text: MOVE,
    values: [names, logId, from.number, to.position, to.hash, to.event, to.number, from.position, from.hash],
  })
  sent.push(moved)
  for (const { projection, writes } of folded) {
    if (!('add' in writes)) for (const write of writes) sent.push(executeWrite(client, projection.name, write))
  }
  // Folds that read come last, so that the others need not wait for what they read. And their writes are sent after all
  // others, so a refused write has ended the transaction before them: `refused` below is the first in this order, and
  // has to be the one at fault.
  for (const { projection, writes } of folded) {
    if ('add' in writes) sent.push(writeFold(client, projection.name, writes))
  }
  const results = await Promise.allSettled(sent)
  // if the checkpoints have moved, the results of the other statements do not matter
  const stale = results[1]?.status === 'fulfilled' && (await moved).rowCount !== names.length
  const refused = results.find((result) => result.status === 'rejected')
  if (!stale && refused === undefined) {
    await client.query('commit')
    return
  }
  await client.query('rollback')
  throw stale ? new CheckpointMoved('the checkpoints have moved') : refused?.reason
}

/** Writes what a fold changes, by the rows that it reads. Throws WriteFailed, or the connection's error. */
export async function writeFold(client: pg.Client, projection: ProjectionName, fold: Fold): Promise<void> {
  for (const write of await writesByRows(client, projection, fold)) await executeWrite(client, projection, write)
}

async function writesByRows(client: pg.Client, projection: ProjectionName, fold: Fold): Promise<Write[]> {
  let ofDatabase: unknown = null
  try {
    await fold.read?.(async (text, values) => {
      try {
        return (await client.query({ name: readName(text), text, values: values as unknown[] })).rows
      } catch (error) {
        ofDatabase = error
        throw error
      }
    })
    return fold.writes()
  } catch (error) {
    if (error === ofDatabase && !isRefusal(error)) throw error
    throw new WriteFailed(projection, lineOf(error))
  }
}

const readNames = new Map<string, string>()

/** Name of a prepared statement: the few texts by which folds read are planned once for each connection. */
function readName(text: string): string {
  const name = readNames.get(text) ?? `read_rows_${readNames.size}`
  readNames.set(text, name)
  return name
}

/** Throws WriteFailed if the statement was refused, or changed a different number of rows than it must. */
async function executeWrite(client: pg.Client, projection: ProjectionName, write: Write): Promise<void> {
  const { name, text, values, rows } = write
  let changed: number | null
  try {
    changed = (await client.query({ name, text, values: values as unknown[] })).rowCount
  } catch (error) {
    throw isRefusal(error) ? new WriteFailed(projection, lineOf(error)) : error
  }
  if (rows !== undefined && changed !== rows) {
    throw new WriteFailed(
      projection,
      `${name} changed ${changed} rows, not ${rows}: the rows are not what the log says`,
    )
  }
}

/** Invalid data, a violated constraint, a missing table: it would be refused again. Other errors may be transient. */
export function isRefusal(error: unknown): error is Error {
  if (error instanceof WriteFailed) return true
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && /^(22|23|42)/.test(error.code ?? '')
}
