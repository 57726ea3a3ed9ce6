// The end of a rebuild: the next tables replace the served ones, with nothing missing in them.
import { setTimeout as pause } from 'node:timers/promises'
import { LogIdentityMismatch } from '#services/event-store/port.ts'
import { isBlocked, keepVacuumsOff, waitShortly } from '#services/platform/database/vacuums.ts'
import { definitionOf } from '../ddl.ts'
import { announceAll, PROJECTED } from '../runner/announcement.ts'
import { type Checkpoint, createCheckpoints, readCheckpoints } from '../runner/checkpoint.ts'
import { SERVED } from '../runner/fold-connection.ts'
import { catchUp, foldRest, type RebuildContext } from './catch-up.ts'
import { switchTables, tablesOf } from './next-tables.ts'

const RETRY_MS = 500

/** Catches up and tries to switch until it succeeds. */
export async function switchOver(context: RebuildContext, from: Checkpoint): Promise<Checkpoint> {
  for (let start = from; ; ) {
    context.signal?.throwIfAborted()
    const at = await catchUp(context, start)
    try {
      return await switchNow(context, at)
    } catch (error) {
      await context.client.query('rollback')
      if (!isBlocked(error)) throw error
      await pause(RETRY_MS)
      start = at
    }
  }
}

/**
 * Once no vacuum is in the way, locks the checkpoints before any table that others wait for, as the projector does: a
 * projector waits, then sees that they have moved.
 */
async function switchNow(context: RebuildContext, from: Checkpoint): Promise<Checkpoint> {
  const { client, schema, store, projections } = context
  const names = projections.map((projection) => projection.name)
  await client.query('begin')
  await keepVacuumsOff(client, await tablesOf(client, schema, projections))
  const near = await catchUp(context, from)
  await waitShortly(client)
  await client.query(`set local search_path = ${SERVED}`)
  await createCheckpoints(client, projections, store.logId)
  const stored = await readCheckpoints(client, names, { lock: true })
  const other = stored.find((checkpoint) => checkpoint.logId !== store.logId)
  if (other !== undefined) {
    throw new LogIdentityMismatch(
      `the read models were folded from log ${other.logId}, but the event store holds log ${store.logId}`,
    )
  }
  await client.query(`set local search_path = ${schema}`)
  const at = await foldRest({ ...context, signal: undefined }, near)
  await switchTables(client, schema, projections)
  await client.query(`set local search_path = ${SERVED}`)
  for (const projection of projections) {
    await client.query(
      `update projection_checkpoint set position = $2, hash = $3, event = $4, number = $5, definition = $6, failed = null
       where projection = $1`,
      [projection.name, at.position, at.hash, at.event, at.number, definitionOf(projection)],
    )
  }
  if (at.position !== null && at.hash !== null) {
    const { position, hash, number } = at
    const text = announceAll({ position, hash, number }, names, { rebuilt: true })
    // sent with the commit, or not at all
    await client.query('select pg_notify($1, $2)', [PROJECTED, text])
  }
  await client.query('commit')
  return at
}
