// BullMQ's backend on Postgres, whose writes are repeated after a deadlock. Its functions lock the rows of several jobs in the order
// in which they come to them (finish one and fetch the next, put back what stalled), so that two workers may wait for each other.
import { createPostgresBackend } from 'bullmq'
import { isDeadlock } from '#services/platform/database/deadlock.ts'
import { ExpectedError } from '#services/platform/errors.ts'

/** In a row of one write. Each time another write was done meanwhile. */
const MAX_REPEATS = 10

/** `say` is told of each deadlock. */
export const queueBackend =
  (say: (error: ExpectedError) => void): typeof createPostgresBackend =>
  (...of) => {
    const backend = createPostgresBackend(...of)
    const { pool } = backend.connection
    const query = pool.query.bind(pool)
    // each is one statement and so a transaction of its own: Postgres took all of it back
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
