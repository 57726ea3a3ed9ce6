// Rebuilds read models before they are folded further: those whose rows another definition made, and empty ones if the log
// is long.
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'
import { lineOf } from '#services/platform/errors.ts'
import { definitionOf } from '../ddl.ts'
import type { Projection, ProjectionName } from '../projection.ts'
import { CannotFold } from '../rebuild/fold-all.ts'
import { type RebuildOptions, rebuild } from '../rebuild/rebuild.ts'
import { readCheckpoints, verifyCheckpoint } from './checkpoint.ts'

export type OutdatedModelsOptions = {
  readonly store: EventStore
  readonly url: string
  readonly projections: readonly Projection[]
  readonly log: (line: string) => void
  /** The number of events from which on a rebuild is faster than folding batch by batch. */
  readonly bulkRebuildFrom: number
  readonly readLog: RebuildOptions['readLog']
  readonly signal: AbortSignal
}

/** Throws LogIdentityMismatch. */
export async function rebuildOutdatedModels(client: pg.Client, options: OutdatedModelsOptions): Promise<void> {
  const { store, url, projections, log, signal } = options
  const byName = (name: ProjectionName) => projections.find((projection) => projection.name === name)!
  const stored = await readCheckpoints(
    client,
    projections.map(({ name }) => name),
  )
  for (const checkpoint of stored) await verifyCheckpoint(store, checkpoint.logId, checkpoint)
  const outdated = stored.filter(({ projection, definition }) => definition !== definitionOf(byName(projection)))
  const empty = stored.filter(({ position, failed }) => position === null && failed === null)
  const chosen = new Set(outdated.map(({ projection }) => projection))
  if (empty.length > 0 && (await isLong(store, options.bulkRebuildFrom))) {
    for (const { projection } of empty) chosen.add(projection)
  }
  if (chosen.size === 0) return
  log(`projector: building ${[...chosen].join(', ')} from the log`)
  try {
    const readLog = options.readLog ?? (() => store.readAll(null))
    await rebuild({ store, url, projections: [...chosen].map(byName), readLog, signal })
  } catch (error) {
    if (!(error instanceof CannotFold)) throw error
    // batch by batch, each of them gets as far as it can; those whose tables have changed stay as they are
    log(`projector: ${lineOf(error)}`)
    for (const { projection } of outdated) {
      await client.query('update projection_checkpoint set failed = $2 where projection = $1', [
        projection,
        `not rebuilt: ${lineOf(error)}`,
      ])
    }
  }
}

async function isLong(store: EventStore, minEvents: number): Promise<boolean> {
  let count = 0
  for await (const page of store.readAll(null)) {
    count += page.length
    if (count >= minEvents) return true
  }
  return false
}
