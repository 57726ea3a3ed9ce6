// A queue worker that survives its server. On Postgres, a BullMQ worker that lost its connections may never fetch a job
// again, without any error, so it is replaced.
import { setTimeout as pause } from 'node:timers/promises'
import { isTransient } from '#services/platform/process/transient-errors.ts'

/** Pause before a failed worker is replaced, and before it is closed. */
const PAUSE_MS = 1_000

/** The part of BullMQ's worker that is needed; created with `autorun: false`. */
export type QueueWorker = {
  on(event: 'error', listener: (error: Error) => void): unknown
  waitUntilReady(): Promise<unknown>
  /** Resolves when it has ended. */
  run(): Promise<void>
  /** From then on it fetches no more jobs. */
  pause(doNotWaitActive: boolean): Promise<void>
  close(force?: boolean): Promise<void>
}

/**
 * Starts a worker once it is ready; rejects if it never is. If it ran earlier, a worker that cannot connect would retry
 * without a pause and block everything else in the process.
 */
export async function startWorker(
  create: () => QueueWorker,
  onError: (error: unknown) => void,
  pauseMs = PAUSE_MS,
): Promise<QueueWorker> {
  const worker = create()
  worker.on('error', onError)
  try {
    await worker.waitUntilReady()
  } catch (error) {
    discard(worker, pauseMs)
    throw error
  }
  worker.run().catch(onError)
  return worker
}

/** Starts a worker, and another one whenever its connections are lost. Rejects if the first is never ready. */
export async function startRestartingWorker(
  create: () => QueueWorker,
  onError: (error: unknown) => void,
  pauseMs = PAUSE_MS,
): Promise<{ close(): Promise<void> }> {
  let closed = false
  let current = await startWorker(create, onError, pauseMs)
  watch(current)
  return {
    async close() {
      closed = true
      await current.close()
    },
  }

  function watch(worker: QueueWorker): void {
    let lost = false
    worker.on('error', (error) => {
      if (lost || closed || !isTransient(error)) return
      lost = true
      void replace(worker)
    })
  }

  async function replace(lost: QueueWorker): Promise<void> {
    lost.pause(true).catch(onError)
    discard(lost, pauseMs)
    while (!closed) {
      await pause(pauseMs)
      if (closed) return
      const next = await startWorker(create, onError, pauseMs).catch(() => null)
      if (next === null) continue
      current = next
      if (closed) await current.close(true).catch(onError)
      else watch(current)
      return
    }
  }
}

/** Closes a worker after a pause: if it were closed at once, its connections would fail without a listener. */
function discard(worker: QueueWorker, pauseMs: number): void {
  const close = () => worker.close(true).catch(() => undefined)
  setTimeout(close, pauseMs).unref()
}
