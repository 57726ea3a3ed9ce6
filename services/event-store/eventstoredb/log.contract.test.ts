import { randomBytes } from 'node:crypto'
import { describe } from 'vitest'
import { eventStoreContract } from '../contract/suite.ts'
import type { EventStore } from '../port.ts'
import { EventStoreDbLog } from './log.ts'
import { type LossyProxy, lossyProxy } from './testing/lossy-proxy.ts'
import { SERVER_URL, WHY_SKIPPED } from './testing/server.ts'

describe.skipIf(SERVER_URL === null)(`on a real server${WHY_SKIPPED}`, () => {
  eventStoreContract('EventStoreDB', async () => {
    // a server is shared: each store is a product of its own on it
    const prefix = `t${randomBytes(6).toString('hex')}`
    const opened = new Map<EventStore, LossyProxy>()
    return {
      async open(patience) {
        const proxy = await lossyProxy(SERVER_URL!)
        const short = { connect: 600, answer: 600, resolve: 1_200, idle: 300 }
        const log = await EventStoreDbLog.open({
          url: proxy.url,
          prefix,
          ...(patience === 'short' && { patience: short }),
        })
        opened.set(log, proxy)
        return log
      },
      async loseNextAnswer(store) {
        opened.get(store)!.loseNextAnswer()
      },
      async cutConnections() {
        for (const proxy of opened.values()) proxy.cut()
      },
      async setDown(down) {
        for (const proxy of opened.values()) proxy.setDown(down)
      },
      async close() {
        await Promise.all([...opened.keys()].map((log) => log.close()))
        await Promise.all([...opened.values()].map((proxy) => proxy.close()))
      },
    }
  })
})
