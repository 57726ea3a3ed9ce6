// Waits for the read models.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'

const WITHIN_MS = 180_000

/** Resolves once every read model has folded what the log holds now. Throws if one has stopped, or takes a minute. */
export async function folded(pool: pg.Pool, store: EventStore): Promise<void> {
  const head = await store.lastPosition()
  if (head === null) return
  for (const end = Date.now() + WITHIN_MS; ; await pause(3)) {
    const { rows } = await pool.query<{ projection: string; position: string | null; failed: string | null }>(
      'select projection, position, failed from app.projection_checkpoint',
    )
    const stopped = rows.find(({ failed }) => failed !== null)
    if (stopped !== undefined) throw new Error(`${stopped.projection} stopped at ${stopped.failed}`)
    const behind = rows.filter(({ position }) => position === null || store.comparePositions(position, head) < 0)
    if (rows.length > 0 && behind.length === 0) return
    if (Date.now() > end) throw new Error(`behind: ${behind.map(({ projection }) => projection).join(', ')}`)
  }
}
