// BullMQ's backend on Postgres, with writes repeated after a deadlock. Its functions lock the rows of several jobs in
// the order in which they encounter them (finishing one and fetching the next, restoring stalled ones), so two workers
// may deadlock.
import { createPostgresBackend } from 'bullmq'
import { isDeadlock } from '#services/platform/database/deadlock.ts'
import { ExpectedError } from '#services/platform/errors.ts'

/** How often one write is repeated. Each deadlock means that another write succeeded. */
const MAX_REPEATS = 10

/** `say` is called at each deadlock. */
export const queueBackend =
  (say: (error: ExpectedError) => void): typeof createPostgresBackend =>
  (...of) => {
    const backend = createPostgresBackend(...of)
    const { pool } = backend.connection
    const query = pool.query.bind(pool)
    // each query is one statement and so a transaction of its own, which Postgres rolled back completely
    pool.query = async (text, params) => {
      for (let repeats = 0; ; repeats++) {
        try {
          return await query(text, params)
        } catch (error) {
          if (!isDeadlock(error) || repeats === MAX_REPEATS) throw error
          say(new ExpectedError('a deadlock between two jobs', { cause: error }))
        }
      }
    }
    return backend
  }
