// A Postgres as it is once it has run for a while.
import pg from 'pg'

const MESSAGE_MB = 1
const MESSAGES_EACH = 16

/**
 * Leaves `megabytes` of segments of the write-ahead log to be recycled, so that none has to be made while commits wait
 * for it: a ledger makes segments in its first minutes alone, and what they cost (a file filled with zeros, in memory
 * that a virtual machine may have to be given first) is paid most by the subject that writes most. At most what
 * `max_wal_size` allows are kept.
 */
export async function leaveSegmentsToRecycle(ownerUrl: string, megabytes: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (let written = 0; written < megabytes; written += MESSAGES_EACH * MESSAGE_MB)
      await client.query(
        `select count(pg_logical_emit_message(false, 'bench', repeat('x', ${MESSAGE_MB} * 1024 * 1024)))
           from generate_series(1, ${MESSAGES_EACH})`,
      )
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
