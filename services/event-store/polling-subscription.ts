// A subscription that polls for pages: for stores that can return the page after a position.
import { setTimeout as pause } from 'node:timers/promises'
import { Backoff } from '#services/platform/process/backoff.ts'
import type { Position, StoredEvent, Subscription } from './port.ts'

export type PollingOptions = {
  /** The page after a position. Retried if it throws, unless `isFinal` is true of the error. */
  readonly read: (after: Position | null, size: number) => Promise<StoredEvent[]>
  readonly isFinal: (error: unknown) => boolean
  readonly pageSize: number
  /** How long to wait for a wake-up before polling anyway. */
  readonly pollMs: number
  /** Called in the end, for whatever reason. */
  readonly onEnd: () => void
}

export type PollingSubscription = Subscription & {
  /** Says that there may be something new. */
  wake(): void
}

const RETRY_MS = { first: 20, max: 1_000 }

/** Passes every event after `after` to `handle`, in order and once each, until it is closed or `handle` throws. */
export function pollSubscription(
  after: Position | null,
  handle: (page: StoredEvent[]) => Promise<void>,
  onFailure: (error: unknown) => void,
  options: PollingOptions,
): PollingSubscription {
  const stop = new AbortController()
  let woken = true
  let wakeUp: (() => void) | null = null

  const wake = () => {
    woken = true
    wakeUp?.()
  }

  const untilWoken = async () => {
    const wait = new AbortController()
    const called = new Promise<void>((resolve) => {
      wakeUp = resolve
    })
    if (!woken && !stop.signal.aborted) {
      await Promise.race([called, pause(options.pollMs, undefined, { signal: wait.signal }).catch(() => undefined)])
    }
    wait.abort()
    wakeUp = null
  }

  const read = async (position: Position | null): Promise<StoredEvent[]> => {
    for (const backoff = new Backoff(RETRY_MS.first, RETRY_MS.max); ; await backoff.wait(stop.signal)) {
      try {
        return await options.read(position, options.pageSize)
      } catch (error) {
        if (options.isFinal(error)) throw error
        if (stop.signal.aborted) return []
      }
    }
  }

  const run = async () => {
    let position = after
    while (!stop.signal.aborted) {
      woken = false
      const page = await read(position)
      const last = page.at(-1)
      if (stop.signal.aborted) return
      if (last) {
        await handle(page)
        position = last.position
      }
      if (page.length < options.pageSize) await untilWoken()
    }
  }

  const running = run()
    .catch((error: unknown) => onFailure(error))
    .finally(options.onEnd)
  return {
    wake,
    async close() {
      stop.abort()
      wake()
      await running
    },
  }
}
