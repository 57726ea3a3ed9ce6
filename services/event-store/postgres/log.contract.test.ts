import pg from 'pg'
import { createTestDatabase } from '#tests/database.ts'
import { behindProxies } from '../testing/contract/store-fixture.ts'
import { eventStoreContract } from '../testing/contract/suite.ts'
import { lossyProxy } from '../testing/lossy-proxy.ts'
import { PostgresLog } from './log.ts'

const SHORT = { timeouts: { connect: 300, reply: 300, resolve: 600 } }

eventStoreContract('Postgres', async () => {
  const database = await createTestDatabase()
  const admin = new pg.Client(database.ownerUrl)
  await admin.connect()
  const processes = behindProxies(
    () => lossyProxy(database.url),
    (url, timeouts) => PostgresLog.open({ url, ...(timeouts === 'short' && SHORT) }),
  )
  return {
    ...processes,
    async cutConnections() {
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename = 'fairbook'`,
      )
    },
    async close() {
      await processes.close()
      await admin.end()
      await database.drop()
    },
  }
})
