// The checkpoint of each read model, and whether it names an event of this log.
import type pg from 'pg'
import type { Findings } from '../findings/findings.ts'
import type { Replayed } from '../replay/replay.ts'

export type Checkpoint = {
  readonly projection: string
  readonly logId: string
  readonly position: string | null
  readonly hash: string | null
  readonly event: string | null
  /** Ledger number of the last event folded; -1 before the first. */
  readonly number: number
  readonly definition: string
  readonly failed: string | null
}

/** The table of checkpoints, which exists if the read models do. */
export const CHECKPOINTS = 'app.projection_checkpoint'

/** `definition` tells the projector which code made the rows; an audit compares the rows themselves. */
export const CHECKPOINT_COLUMNS = [
  'projection',
  'log_id',
  'position',
  'hash',
  'event',
  'number',
  'definition',
  'failed',
]

export async function readCheckpoints(client: pg.Client): Promise<Checkpoint[]> {
  const { rows } = await client.query<Checkpoint>(
    `select projection, log_id as "logId", position, hash, event, number::float8 as number, definition, failed
     from ${CHECKPOINTS} order by projection`,
  )
  return rows
}

/** What a checkpoint says of the event that it names. */
export type Reached = Pick<Replayed, 'digest'> & {
  readonly row: Pick<Replayed['row'], 'position' | 'stream' | 'version' | 'hash'>
}

/**
 * `reached`: the event at the checkpoint's number; null before the first event, or if the log ends earlier. `logId`:
 * null if unknown.
 */
export function checkCheckpoint(
  checkpoint: Checkpoint,
  reached: Reached | null,
  logId: string | null,
  findings: Findings,
): void {
  const { projection, number, failed } = checkpoint
  const subject = `projection_checkpoint ${projection}`
  const wrong = (expected: string, actual: unknown) =>
    findings.about(subject, 'checkpoint_mismatch', expected, String(actual))
  if (logId !== null && checkpoint.logId !== logId) wrong(`log_id = ${logId}`, checkpoint.logId)
  if (!/^[0-9a-f]{64}$/.test(checkpoint.definition)) wrong('definition = a SHA-256', checkpoint.definition)
  if (failed !== null) findings.about(subject, 'projection_stopped', 'running', failed)
  if (number < -1 || (number >= 0 && reached === null)) {
    wrong('an event of this log', `number = ${number}`)
    return
  }
  const { position, stream, version, hash } = reached?.row ?? { position: null, stream: null, version: 0, hash: null }
  const event = stream === null ? null : `${stream}@${version}`
  if (checkpoint.position !== position) wrong(`position = ${position}`, checkpoint.position)
  if (checkpoint.event !== event) wrong(`event = ${event}`, checkpoint.event)
  // a stored hash that does not match its body was reported for the event, so here either is accepted
  if (checkpoint.hash !== hash && checkpoint.hash !== reached?.digest) wrong(`hash = ${hash}`, checkpoint.hash)
}
