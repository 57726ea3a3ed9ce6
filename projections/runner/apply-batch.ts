// Folds one batch of events into several read models. One that fails is set aside and holds up none of the others.
import type pg from 'pg'
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import type { Write } from '../write.ts'
import { type Checkpoint, checkpointAt } from './checkpoint.ts'
import { CheckpointMoved, type FoldedBatch, WriteFailed, writeBatch } from './write-batch.ts'

/** `reason` is one line: which event, and what was wrong with it. */
export type Failure = { readonly projection: Projection; readonly at: Checkpoint; readonly reason: string }

/**
 * Folds `events`, which follow `from`, into each of `projections`. Returns those that failed, each with the last event
 * that it has: their earlier events are written, and their checkpoints say why they stopped. Throws CheckpointMoved, or
 * the connection's error: then nothing was written.
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
    const failed = folded.find(({ writes }) => writes instanceof Error)
    if (failed !== undefined) {
      await setAside(failed.projection)
      continue
    }
    if (healthy.length === 0) return failures
    try {
      await writeBatch(client, logId, folded as FoldedBatch[], from, events.at(-1)!)
      return failures
    } catch (error) {
      const culprit = error instanceof WriteFailed && healthy.find(({ name }) => name === error.projection)
      if (!culprit) throw error
      await setAside(culprit)
    }
  }
}

/** The writes, or the fold if it has to read rows first. */
function tryFold(projection: Projection, events: readonly LedgerEvent[]): Write[] | Fold | Error {
  try {
    const fold = projection.fold()
    for (const event of events) fold.add(event)
    return fold.read === undefined ? fold.writes() : fold
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Folds a batch that failed for one read model again, event by event, up to the one at fault. */
async function foldOneByOne(
  client: pg.Client,
  logId: string,
  projection: Projection,
  from: Checkpoint,
  events: readonly LedgerEvent[],
): Promise<Failure> {
  const foldOne = async (at: Checkpoint, event: LedgerEvent): Promise<Error | null> => {
    const writes = tryFold(projection, [event])
    if (writes instanceof Error) return writes
    try {
      await writeBatch(client, logId, [{ projection, writes }], at, event)
      return null
    } catch (error) {
      if (error instanceof WriteFailed) return error
      throw error
    }
  }
  let at = from
  for (const event of events) {
    const fault = await foldOne(at, event)
    if (fault !== null) return markFailed(client, projection, at, describeEvent(event, fault.message))
    at = checkpointAt(event)
  }
  const reason = describeEvent(events.at(-1)!, 'folded one by one, but not together')
  return markFailed(client, projection, at, `events up to ${reason}`)
}

/**
 * Stores why a read model stopped; `at` is the last event that it has. Throws CheckpointMoved if its checkpoint is
 * another.
 */
export async function markFailed(
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
  if (rowCount !== 1) throw new CheckpointMoved('the checkpoints have moved')
  return { projection, at, reason }
}

export const describeEvent = (
  event: Pick<LedgerEvent, 'number' | 'stream' | 'version' | 'type'>,
  reason: string,
): string => `event ${event.number} (${event.type}, ${event.stream}@${event.version}): ${reason.replace(/\s+/g, ' ')}`
