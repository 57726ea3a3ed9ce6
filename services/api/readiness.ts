// What /readyz looks at: the database, and whether the read models come along with the log.
import type pg from 'pg'
import type { FreshReads } from '../../projections/fresh-reads.ts'

const ANSWER_MS = 2_000

/** Names of what does not work: 'database', 'projector' (it never ran), or the read models that stopped. */
export function readiness({
  pool,
  fresh,
}: {
  pool: pg.Pool
  fresh: Pick<FreshReads, 'projectionHealth'>
}): () => Promise<string[]> {
  return async () => {
    const missing: string[] = []
    const late = new Promise<never>((_, reject) => setTimeout(reject, ANSWER_MS, new Error('no answer')).unref())
    try {
      await Promise.race([pool.query('select 1'), late])
    } catch {
      missing.push('database')
    }
    late.catch(() => undefined)
    const health = fresh.projectionHealth()
    if (health.length === 0) missing.push('projector')
    for (const { projection, failed } of health) if (failed !== null) missing.push(`read model ${projection}`)
    return missing
  }
}
