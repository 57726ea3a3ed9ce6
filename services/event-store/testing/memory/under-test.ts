// A store over the difficult server in memory, with the faults of the contract.

import type { EventStore } from '../../port.ts'
import type { StoreUnderTest } from '../contract/store-fixture.ts'
import { MemoryServer } from './server.ts'

/** `open`: one process's view of the server. */
export function overMemory(
  open: (server: MemoryServer, timeouts?: 'short') => Promise<EventStore>,
): Promise<StoreUnderTest> {
  const server = new MemoryServer()
  const opened: EventStore[] = []
  return Promise.resolve({
    async open(timeouts) {
      const store = await open(server, timeouts)
      opened.push(store)
      return store
    },
    async loseNextAnswer() {
      server.faults.loseAnswers += 1
    },
    async cutConnections() {
      server.dropSubscribers()
      server.faults.loseAnswers = 1
      server.faults.loseAppends = 1
    },
    async setDown(down) {
      server.faults.down = down
      if (down) server.dropSubscribers()
    },
    async close() {
      await Promise.all(opened.map((store) => store.close()))
    },
  })
}
