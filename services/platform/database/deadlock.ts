// Deadlocks between concurrent writes of the same rows.
const DEADLOCK = '40P01'

export const isDeadlock = (error: unknown): boolean => (error as { code?: unknown }).code === DEADLOCK

/** Repeats a write that Postgres aborted because of a deadlock: by then the other write is done. */
export async function retryAfterDeadlock<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isDeadlock(error)) throw error
    return write()
  }
}
