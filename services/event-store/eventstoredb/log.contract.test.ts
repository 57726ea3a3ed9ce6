import { randomBytes } from 'node:crypto'
import { describe } from 'vitest'
import { behindProxies } from '../testing/contract/store-fixture.ts'
import { eventStoreContract } from '../testing/contract/suite.ts'
import { EventStoreDbLog } from './log.ts'
import { lossyProxy } from './testing/lossy-proxy.ts'
import { SERVER_URL, WHY_SKIPPED } from './testing/server.ts'

const SHORT = { timeouts: { connect: 600, reply: 600, resolve: 1_200, idle: 300 } }

describe.skipIf(SERVER_URL === null)(`on a real server${WHY_SKIPPED}`, () => {
  eventStoreContract('EventStoreDB', async () => {
    // a server is shared, so each store is a product of its own on it
    const prefix = `t${randomBytes(6).toString('hex')}`
    const processes = behindProxies(
      () => lossyProxy(SERVER_URL!),
      (url, timeouts) => EventStoreDbLog.open({ url, prefix, ...(timeouts === 'short' && SHORT) }),
    )
    return {
      ...processes,
      async cutConnections() {
        for (const proxy of processes.proxies()) proxy.cut()
      },
    }
  })
})
