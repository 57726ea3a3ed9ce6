// A subscription that survives being dropped: it is reopened at the last event delivered, which comes again and is left
// out.
import type { Position, StoredEvent, Subscription } from '../../port.ts'
import type { MemoryServer } from './server.ts'

export function subscribeOver(
  server: MemoryServer,
  after: Position | null,
  handle: (page: StoredEvent[]) => Promise<void>,
  failed: (error: unknown) => void,
): Subscription {
  let received = after === null ? -1n : BigInt(after)
  let arrived: StoredEvent[] = []
  let closed = false
  let dropped = true
  let leave: () => void = () => undefined
  let wakeUp: () => void = () => undefined

  const deliver = (event: StoredEvent) => {
    const position = BigInt(event.position)
    if (position <= received) return
    received = position
    arrived.push(event)
    wakeUp()
  }

  const connect = async () => {
    dropped = false
    try {
      leave = await server.subscribe(received < 0n ? 0n : received, deliver, () => {
        dropped = true
        wakeUp()
      })
    } catch {
      dropped = true
    }
  }

  const run = async () => {
    while (!closed) {
      if (dropped) await connect()
      if (arrived.length === 0 && !closed) {
        await new Promise<void>((resolve) => {
          wakeUp = resolve
          if (dropped) setImmediate(resolve)
        })
        continue
      }
      const page = arrived
      arrived = []
      if (!closed) await handle(page)
    }
  }

  const running = run()
    .catch((error: unknown) => failed(error))
    .finally(() => leave())
  return {
    async close() {
      closed = true
      wakeUp()
      await running
    },
  }
}
