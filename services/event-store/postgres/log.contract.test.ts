import pg from 'pg'
import { createTestDatabase } from '../../../tests/database.ts'
import { eventStoreContract } from '../contract/suite.ts'
import type { EventStore } from '../port.ts'
import { PostgresLog } from './log.ts'
import { type LossyProxy, lossyProxy } from './lossy-proxy.ts'

eventStoreContract('Postgres', async () => {
  const database = await createTestDatabase()
  const admin = new pg.Client(database.ownerUrl)
  await admin.connect()
  const opened = new Map<EventStore, LossyProxy>()
  return {
    async open(patience) {
      const proxy = await lossyProxy(database.url)
      const short = { connect: 300, answer: 300, resolve: 600 }
      const log = await PostgresLog.open({ url: proxy.url, ...(patience === 'short' && { patience: short }) })
      opened.set(log, proxy)
      return log
    },
    async loseNextAnswer(store) {
      opened.get(store)!.loseNextAnswer()
    },
    async cutConnections() {
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename = 'fairbook'`,
      )
    },
    async setDown(down) {
      for (const proxy of opened.values()) proxy.setDown(down)
    },
    async close() {
      await Promise.all([...opened.keys()].map((log) => log.close()))
      await Promise.all([...opened.values()].map((proxy) => proxy.close()))
      await admin.end()
      await database.drop()
    },
  }
})
