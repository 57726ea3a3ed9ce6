// A queue's worker that outlives its server. On Postgres a worker whose connections were lost may never fetch a job
// again, and says nothing more of it: another takes its place.
import { setTimeout as pause } from 'node:timers/promises'
import { isPassing } from '../process/trouble.ts'

const RENEW_AFTER_MS = 1_000

/** What is asked of the queue's own worker. */
export type Part = {
  on(event: 'error', listener: (error: Error) => void): unknown
  waitUntilReady(): Promise<unknown>
  close(force?: boolean): Promise<void>
}

/** Starts a worker, and another whenever its connections are lost. Rejects where the first is never ready. */
export async function startLasting(
  create: () => Part,
  trouble: (error: unknown) => void,
  renewAfterMs = RENEW_AFTER_MS,
): Promise<{ close(): Promise<void> }> {
  let closed = false
  let renewing = false
  let current: Part | null = null

  function make(): Part {
    const part = create()
    part.on('error', (error) => {
      trouble(error)
      if (part !== current || renewing || !isPassing(error)) return
      renewing = true
      void renew(part).finally(() => {
        renewing = false
      })
    })
    return part
  }

  const discard = (part: Part) => part.close(true).catch(() => undefined)

  async function renew(part: Part): Promise<void> {
    for (let lost = part; ; ) {
      // closed sooner, its connections would break with nobody listening
      await pause(renewAfterMs)
      void discard(lost)
      if (closed) return
      const next = make()
      const ready = await next.waitUntilReady().then(
        () => true,
        () => false,
      )
      if (closed) return discard(next)
      if (ready) {
        current = next
        return
      }
      lost = next
    }
  }

  const first = make()
  await first.waitUntilReady()
  current = first
  return {
    async close() {
      closed = true
      await current?.close()
    },
  }
}
