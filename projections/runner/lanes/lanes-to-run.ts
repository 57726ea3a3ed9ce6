// Which read models are folded together, by the stored checkpoints.
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'
import { definitionOf } from '../../ddl.ts'
import type { Projection } from '../../projection.ts'
import { readCheckpoints, verifyCheckpoint } from '../checkpoint.ts'
import type { Lane } from './lanes.ts'

/**
 * One lane for each checkpoint; read models whose rows another definition made are left out. Read models that failed
 * before are tried again, because a new release may be able to fold the event. Throws LogIdentityMismatch.
 */
export async function lanesToRun(
  client: pg.Client,
  store: EventStore,
  projections: readonly Projection[],
): Promise<Lane[]> {
  const names = projections.map(({ name }) => name)
  const lanes = new Map<number, Lane & { readonly projections: Projection[] }>()
  const verified = new Set<number>()
  for (const stored of await readCheckpoints(client, names)) {
    const { projection: name, logId, definition, position, hash, event, number } = stored
    if (!verified.has(number)) await verifyCheckpoint(store, logId, stored)
    verified.add(number)
    const projection = projections.find((one) => one.name === name)!
    if (definition !== definitionOf(projection)) continue
    const lane = lanes.get(number)
    if (lane === undefined)
      lanes.set(number, { checkpoint: { position, hash, event, number }, projections: [projection] })
    else lane.projections.push(projection)
  }
  return [...lanes.values()]
}
