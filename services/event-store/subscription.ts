// Following a log page by page: the part that is the same for every store which can be asked for the next page.
import { setTimeout as pause } from 'node:timers/promises'
import type { Position, StoredEvent, Subscription } from './port.ts'

export type FollowOptions = {
  /** The page after a position. What it throws is taken for passing trouble, unless `isFinal` says otherwise. */
  readonly read: (after: Position | null, size: number) => Promise<StoredEvent[]>
  readonly isFinal: (error: unknown) => boolean
  readonly pageSize: number
  /** How long to wait for a wake-up before looking anyway. */
  readonly pollMs: number
  /** Called when it has ended, for whatever reason. */
  readonly ended: () => void
}

export type Follower = Subscription & {
  /** There may be something new. */
  wake(): void
}

/** Hands every event after `after` to `handle` in order, once each, until it is closed or `handle` throws. */
export function follow(
  after: Position | null,
  handle: (page: StoredEvent[]) => Promise<void>,
  failed: (error: unknown) => void,
  options: FollowOptions,
): Follower {
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
    for (let wait = 20; ; wait = Math.min(wait * 2, 1_000)) {
      try {
        return await options.read(position, options.pageSize)
      } catch (error) {
        if (options.isFinal(error)) throw error
        if (stop.signal.aborted) return []
        await pause(wait, undefined, { signal: stop.signal }).catch(() => undefined)
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
    .catch((error: unknown) => failed(error))
    .finally(options.ended)
  return {
    wake,
    async close() {
      stop.abort()
      wake()
      await running
    },
  }
}
