// One batch of events into the rows of several read models, in one transaction with their checkpoints.
import pg from 'pg'
import type { LedgerEvent } from '../event.ts'
import type { Projection, ProjectionName } from '../projection.ts'
import type { Write } from '../write.ts'
import { type Checkpoint, checkpointAt } from './checkpoint.ts'

/** `reason` is one line: which event, and what was wrong with it. */
export type Failure = { readonly projection: Projection; readonly at: Checkpoint; readonly reason: string }

/** The stored checkpoints are not those that this batch goes on from: a rebuild has replaced the tables. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved'
}

/** A write that the database refused, or that changed other rows than it should have. */
export class WriteFailed extends Error {
  override readonly name = 'WriteFailed'
  readonly projection: ProjectionName

  constructor(projection: ProjectionName, message: string) {
    super(message)
    this.projection = projection
  }
}

const MOVE = `
  update projection_checkpoint set position = $4, hash = $5, event = $6, number = $7, failed = null
  where projection = any($1::text[]) and log_id = $2 and number = $3
    and position is not distinct from $8 and hash is not distinct from $9`

/**
 * Folds `events`, which follow `from`, into every one of `projections`. Answers those that could not be folded, each
 * with the last event it has: their earlier events are written, their row says why they stopped, and the others are
 * not held up. Throws CheckpointMoved, or what the connection threw: then nothing was written.
 */
export async function applyBatch(
  client: pg.Client,
  logId: string,
  projections: readonly Projection[],
  from: Checkpoint,
  events: readonly LedgerEvent[],
): Promise<Failure[]> {
  let healthy = [...projections]
  const failures: Failure[] = []
  const setAside = async (projection: Projection) => {
    healthy = healthy.filter((one) => one !== projection)
    failures.push(await foldOneByOne(client, logId, projection, from, events))
  }
  for (;;) {
    const folded = healthy.map((projection) => ({ projection, writes: tryFold(projection, events) }))
    const bad = folded.find(({ writes }) => writes instanceof Error)
    if (bad !== undefined) {
      await setAside(bad.projection)
      continue
    }
    if (healthy.length === 0) return failures
    try {
      await write(client, logId, folded as Folded[], from, events.at(-1)!)
      return failures
    } catch (error) {
      const culprit = error instanceof WriteFailed && healthy.find(({ name }) => name === error.projection)
      if (!culprit) throw error
      await setAside(culprit)
    }
  }
}

type Folded = { readonly projection: Projection; readonly writes: readonly Write[] }

function tryFold(projection: Projection, events: readonly LedgerEvent[]): Write[] | Error {
  try {
    const fold = projection.fold()
    for (const event of events) fold.add(event)
    return fold.writes()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** A batch that failed for one read model is folded again event by event, up to the one at fault. */
async function foldOneByOne(
  client: pg.Client,
  logId: string,
  projection: Projection,
  from: Checkpoint,
  events: readonly LedgerEvent[],
): Promise<Failure> {
  let at = from
  for (const event of events) {
    const writes = tryFold(projection, [event])
    let fault = writes instanceof Error ? writes : null
    if (!(writes instanceof Error)) {
      try {
        await write(client, logId, [{ projection, writes }], at, event)
        at = checkpointAt(event)
      } catch (error) {
        if (!(error instanceof WriteFailed)) throw error
        fault = error
      }
    }
    if (fault !== null) return fail(client, projection, at, describe(event, fault.message))
  }
  const last = events.at(-1)!
  return fail(client, projection, at, `events up to ${describe(last, 'folded one by one, but not together')}`)
}

/** Stores why a read model stopped; `at` is the last event that it has. Throws CheckpointMoved where it has others. */
export async function fail(
  client: pg.Client,
  projection: Projection,
  at: Checkpoint,
  reason: string,
): Promise<Failure> {
  const { rowCount } = await client.query(
    `update projection_checkpoint set failed = $2
     where projection = $1 and number = $3 and position is not distinct from $4`,
    [projection.name, reason, at.number, at.position],
  )
  if (rowCount !== 1) throw new CheckpointMoved('the checkpoints are elsewhere')
  return { projection, at, reason }
}

export const describe = (event: Pick<LedgerEvent, 'number' | 'stream' | 'version' | 'type'>, reason: string): string =>
  `event ${event.number} (${event.type}, ${event.stream}@${event.version}): ${reason.replace(/\s+/g, ' ')}`

/**
 * The checkpoints first: their row locks are what a rebuild waits for, or holds, before it touches the tables. All
 * statements travel together; only the commit waits for their results.
 */
async function write(
  client: pg.Client,
  logId: string,
  folded: readonly Folded[],
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
    for (const statement of writes) sent.push(carryOut(client, projection.name, statement))
  }
  const results = await Promise.allSettled(sent)
  // where the checkpoints are elsewhere, what the other statements say is of no interest
  const stale = results[1]?.status === 'fulfilled' && (await moved).rowCount !== names.length
  const refused = results.find((result) => result.status === 'rejected')
  if (!stale && refused === undefined) {
    await client.query('commit')
    return
  }
  await client.query('rollback')
  throw stale ? new CheckpointMoved('the checkpoints are elsewhere') : refused?.reason
}

/** Throws WriteFailed where the statement was refused, or changed another number of rows than it must. */
export async function carryOut(client: pg.Client, projection: ProjectionName, statement: Write): Promise<void> {
  const { name, text, values, rows } = statement
  let changed: number | null
  try {
    changed = (await client.query({ name, text, values: values as unknown[] })).rowCount
  } catch (error) {
    throw isRefusal(error) ? new WriteFailed(projection, (error as Error).message) : error
  }
  if (rows !== undefined && changed !== rows) {
    throw new WriteFailed(
      projection,
      `${name} changed ${changed} rows, not ${rows}: the rows are not what the log says`,
    )
  }
}

/** Bad data, a broken constraint, a missing table: it would be refused again. Anything else may pass. */
export function isRefusal(error: unknown): error is Error {
  if (error instanceof WriteFailed) return true
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && /^(22|23|42)/.test(error.code ?? '')
}
