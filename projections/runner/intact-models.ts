// Whether a read model that bets are settled by has its rows.
import type pg from 'pg'
import type { Projection } from '../projection.ts'
import { isRefusal } from './write-batch.ts'

/** False if rows or whole tables are missing. Throws the connection's errors. */
export async function isIntact(client: pg.Client, { intact }: Projection): Promise<boolean> {
  if (intact === undefined) return true
  try {
    const { rows } = await client.query<{ intact: boolean | null }>(intact)
    return rows[0]?.intact !== false
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}
