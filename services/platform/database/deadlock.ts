// Deadlocks between concurrent writes of the same rows.
const DEADLOCK = '40P01'

/** Repeats a write that Postgres aborted because of a deadlock: the other write is then done. */
export async function retryAfterDeadlock<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if ((error as { code?: unknown }).code !== DEADLOCK) throw error
    return write()
  }
}
