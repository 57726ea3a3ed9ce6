import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { connectForTest, createTestDatabase } from '#tests/database.ts'
import { fakeNode } from './eventstoredb/testing/fake-node.ts'
import { SERVER_URL, WHY_SKIPPED } from './eventstoredb/testing/server.ts'
import { openEventStore, openProductLog } from './open.ts'
import { LogIdentityMismatch } from './port.ts'

describe('the event store of the settings', () => {
  test('is the log in Postgres if no other is named', async () => {
    const database = await createTestDatabase()
    const logId = randomBytes(16).toString('hex')
    const store = await openEventStore({ DATABASE_URL: database.url, EVENTSTORE_PREFIX: '' }, { logId })
    expect(store.logId).toBe(logId)
    expect(store.constructor.name).toBe('PostgresLog')
    await store.close()
    await database.drop()
  })

  test.skipIf(SERVER_URL === null)(`is EventStoreDB if it is named${WHY_SKIPPED}`, async () => {
    const settings = { DATABASE_URL: 'postgresql://nowhere', EVENTSTORE_URL: SERVER_URL!, EVENTSTORE_PREFIX: 'factory' }
    const store = await openEventStore(settings)
    expect(store.constructor.name).toBe('EventStoreDbLog')
    await store.close()
  })

  test('is not started if it must exist', async () => {
    const database = await createTestDatabase()
    const appends: unknown[] = []
    const node = await fakeNode({ append: (request) => appends.push(request) })
    const elsewhere = { EVENTSTORE_URL: `esdb://${node.address}?tls=false`, EVENTSTORE_PREFIX: 'wrong' }
    const there = { DATABASE_URL: database.url, EVENTSTORE_PREFIX: '' }
    for (const settings of [there, { ...there, ...elsewhere }]) {
      const opened = openEventStore(settings, { mustExist: true })
      await expect(opened).rejects.toThrow(LogIdentityMismatch)
      await expect(opened).rejects.toThrow(/^there is no log here: EVENTSTORE_URL, EVENTSTORE_PREFIX and DATABASE_URL/)
    }
    expect(appends).toEqual([])
    const store = await openEventStore(there)
    const again = await openEventStore(there, { mustExist: true })
    expect(again.logId).toBe(store.logId)
    for (const each of [store, again]) await each.close()
    node.close()
    await database.drop()
  })

  test.each([
    ['read models', `insert into app.projection_checkpoint (projection, log_id, definition) values ('bets', 'a', '')`],
    ['a signed tree', `insert into app.log_tree (log_id, size) values ('a', 0)`],
  ])('is started by the product in a new database, and never beside %s of another log', async (_name, statement) => {
    const database = await createTestDatabase()
    const appends: unknown[] = []
    const node = await fakeNode({ append: (request) => appends.push(request) })
    const there = { DATABASE_URL: database.url, EVENTSTORE_PREFIX: '' }
    const elsewhere = { ...there, EVENTSTORE_URL: `esdb://${node.address}?tls=false`, EVENTSTORE_PREFIX: 'wrong' }
    const client = await connectForTest(database.ownerUrl)
    await client.query(statement)
    for (const settings of [there, elsewhere]) {
      await expect(openProductLog(settings)).rejects.toThrow(/^there is no log here: .* and none was begun$/)
    }
    expect(appends).toEqual([])
    expect((await client.query('select from log.events')).rowCount).toBe(0)
    await client.query('truncate app.projection_checkpoint, app.log_tree')
    const store = await openProductLog(there)
    await client.query(statement)
    const again = await openProductLog(there)
    expect(again.logId).toBe(store.logId)
    for (const each of [store, again]) await each.close()
    await client.end()
    node.close()
    await database.drop()
  })

  test('cannot be opened if nobody answers', async () => {
    const settings = { DATABASE_URL: '', EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false', EVENTSTORE_PREFIX: '' }
    await expect(openEventStore(settings)).rejects.toThrow('the event store cannot be reached')
  })
})
