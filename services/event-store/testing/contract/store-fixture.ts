// The store under test: a new one for each test, empty at first and used by two processes.
import { test } from 'vitest'
import type { EventStore } from '../../port.ts'
import { insist } from './harness.ts'

/** One store, used by any number of processes. */
export type StoreUnderTest = {
  /** Another process's view of it. `short`: gives up within a second or two if the store cannot be reached. */
  open(timeouts?: 'short'): Promise<EventStore>
  /** The next append that `store` sends is written, but its result is lost on the way. */
  loseNextAnswer(store: EventStore): Promise<void>
  /** Breaks every connection of every process. */
  cutConnections(): Promise<void>
  /** The store cannot be reached by any process, until it is set back. */
  setDown(down: boolean): Promise<void>
  /** Closes everything that `open` returned. */
  close(): Promise<void>
}

export type MakeStore = () => Promise<StoreUnderTest>

/** `test` with the store, and the views of two processes. */
export const testOn = (makeStore: MakeStore) =>
  test.extend<{ stores: StoreUnderTest; log: EventStore; other: EventStore }>({
    stores: async ({ task: _ }, use) => {
      const stores = await makeStore()
      await use(stores)
      await stores.close()
    },
    log: async ({ stores }, use) => use(await stores.open()),
    other: async ({ stores }, use) => use(await stores.open()),
  })

/** A proxy to a server that a test can break. */
type Proxy = {
  readonly url: string
  loseNextAnswer(): void
  setDown(down: boolean): void
  close(): Promise<void>
}

/**
 * Processes that each reach a server through a proxy of their own. The caller provides what is particular to the
 * server.
 */
export function behindProxies<P extends Proxy>(
  openProxy: () => Promise<P>,
  openLog: (url: string, timeouts?: 'short') => Promise<EventStore>,
): Omit<StoreUnderTest, 'cutConnections'> & { proxies(): Iterable<P> } {
  const opened = new Map<EventStore, P>()
  return {
    proxies: () => opened.values(),
    async open(timeouts) {
      const proxy = await openProxy()
      const log = await insist(() => openLog(proxy.url, timeouts))
      opened.set(log, proxy)
      return log
    },
    async loseNextAnswer(store) {
      opened.get(store)!.loseNextAnswer()
    },
    async setDown(down) {
      for (const proxy of opened.values()) proxy.setDown(down)
    },
    async close() {
      await Promise.all([...opened.keys()].map((log) => log.close()))
      await Promise.all([...opened.values()].map((proxy) => proxy.close()))
    },
  }
}
