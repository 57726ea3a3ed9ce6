// Work that needs a table for itself, beside automatic vacuums: one of a large table takes minutes.
import type { ClientBase } from 'pg'

/** An autovacuum gives way to who has waited for `deadlock_timeout`, a second by default; one that must run does not, and is waited for. */
const VACUUM_TIMEOUT = '5s'
/**
 * A reader that locks a table for long, such as an audit, blocks who wants it for itself, and with that all other readers behind: for
 * at most this long, then they go first, and it is tried again.
 */
const LOCK_TIMEOUT = '150ms'

/**
 * Until the transaction ends: stands in the way of nobody who reads or writes rows, so that it may be waited for. Whoever wants the
 * tables for itself then does it under `waitShortly`. `tables`: as they stand in a statement.
 */
export async function keepVacuumsOff(client: ClientBase, tables: readonly string[]): Promise<void> {
  await client.query(`set local lock_timeout = '${VACUUM_TIMEOUT}'`)
  if (tables.length > 0) await client.query(`lock table ${tables.join(', ')} in share update exclusive mode`)
}

/** Until the transaction ends: for locks that others wait behind. */
export async function waitShortly(client: ClientBase): Promise<void> {
  await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
}

/** A lock timeout, or a deadlock. */
export const isBlocked = (error: unknown): boolean =>
  ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')
