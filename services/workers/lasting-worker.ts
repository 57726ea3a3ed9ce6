// A queue's worker that outlives its server. On Postgres a worker whose connections were lost may never fetch a job
// again, and says nothing more of it: another takes its place.
import { setTimeout as pause } from 'node:timers/promises'
import { isTransient } from '#services/platform/process/transient-errors.ts'

/** How long whatever failed is left alone. */
const QUIET_MS = 1_000

/** What is asked of the queue's own worker, made with `autorun: false`. */
export type Part = {
  on(event: 'error', listener: (error: Error) => void): unknown
  waitUntilReady(): Promise<unknown>
  /** Resolves when it has ended. */
  run(): Promise<void>
  /** It fetches no more jobs. */
  pause(doNotWaitActive: boolean): Promise<void>
  close(force?: boolean): Promise<void>
}

/**
 * Starts a worker when it is ready; rejects where it never is. Run before, one that cannot get ready fetches again and
 * again without a pause, and nothing else in the process gets its turn.
 */
export async function startWorker(
  create: () => Part,
  trouble: (error: unknown) => void,
  quietMs = QUIET_MS,
): Promise<Part> {
  const part = create()
  part.on('error', trouble)
  try {
    await part.waitUntilReady()
  } catch (error) {
    discard(part, quietMs)
    throw error
  }
  part.run().catch(trouble)
  return part
}

/** Starts a worker, and another whenever its connections are lost. Rejects where the first is never ready. */
export async function startReplaceable(
  create: () => Part,
  trouble: (error: unknown) => void,
  quietMs = QUIET_MS,
): Promise<{ close(): Promise<void> }> {
  let closed = false
  let current = await startWorker(create, trouble, quietMs)
  watch(current)
  return {
    async close() {
      closed = true
      await current.close()
    },
  }

  function watch(part: Part): void {
    let lost = false
    part.on('error', (error) => {
      if (lost || closed || !isTransient(error)) return
      lost = true
      void renew(part)
    })
  }

  async function renew(lost: Part): Promise<void> {
    lost.pause(true).catch(trouble)
    discard(lost, quietMs)
    while (!closed) {
      await pause(quietMs)
      if (closed) return
      const next = await startWorker(create, trouble, quietMs).catch(() => null)
      if (next === null) continue
      current = next
      if (closed) await current.close(true).catch(trouble)
      else watch(current)
      return
    }
  }
}

/** Closed at once, its connections would break with nobody listening. */
function discard(part: Part, quietMs: number): void {
  const close = () => part.close(true).catch(() => undefined)
  setTimeout(close, quietMs).unref()
}
