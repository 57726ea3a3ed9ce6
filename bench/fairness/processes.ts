// The helper processes: the load has its own, so that it does not affect the measuring process.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { NODE } from '#tests/product.ts'
import type { LoadDone, LoadOrder } from './load-process.ts'
import type { StreamsHeld, StreamsOrder } from './stream-process.ts'

const start = (file: string): ChildProcess => fork(join(import.meta.dirname, file), { execPath: NODE })

/** Runs the load to its end. */
export async function runLoad(order: LoadOrder): Promise<LoadDone> {
  const child = start('load-process.ts')
  child.send(order)
  const [done] = (await once(child, 'message')) as [LoadDone]
  return done
}

export type HeldStreams = {
  readonly now: StreamsHeld
  /** Resolves when this many are held, or no more come within `seconds`. */
  reach(count: number, seconds: number): Promise<void>
  stop(): void
}

export function holdStreams(order: StreamsOrder): HeldStreams {
  const child = start('stream-process.ts')
  let now: StreamsHeld = { held: 0, opened: 0, refused: 0, megabytes: 0 }
  child.on('message', (message) => {
    now = message as StreamsHeld
  })
  child.send(order)
  return {
    get now() {
      return now
    },
    async reach(count, seconds) {
      for (const end = performance.now() + seconds * 1_000; now.held < count && performance.now() < end; )
        await pause(100)
    },
    stop: () => child.disconnect(),
  }
}

export async function startEcho(): Promise<{ origin: string; stop(): void }> {
  const child = start('echo-process.ts')
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.disconnect() }
}
