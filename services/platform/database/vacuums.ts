// Work that needs exclusive access to a table, beside automatic vacuums, which take minutes on a large table.
import type { ClientBase } from 'pg'

/**
 * An autovacuum gives way to a session that has waited for `deadlock_timeout`, a second by default; one against
 * wraparound does not, and has to be waited for.
 */
const VACUUM_TIMEOUT = '5s'
/**
 * A reader that locks a table for long, such as an audit, blocks a session that wants it exclusively, which in turn
 * blocks all other readers. So that session waits at most this long, lets them go first, and tries again.
 */
const LOCK_TIMEOUT = '150ms'

/**
 * Keeps vacuums off these tables until the transaction ends. It blocks nobody who reads or writes rows, so it may wait
 * for the lock. Call `waitShortly` before taking the tables exclusively. `tables`: names as in a statement.
 */
export async function keepVacuumsOff(client: ClientBase, tables: readonly string[]): Promise<void> {
  await client.query(`set local lock_timeout = '${VACUUM_TIMEOUT}'`)
  if (tables.length > 0) await client.query(`lock table ${tables.join(', ')} in share update exclusive mode`)
}

/** Until the transaction ends, waits only briefly: for locks that others wait behind. */
export async function waitShortly(client: ClientBase): Promise<void> {
  await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
}

/** Whether it is a lock timeout or a deadlock. */
export const isBlocked = (error: unknown): boolean =>
  ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')
