// Read models of a restored database, compared with those rebuilt from its log.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { projections } from '#projections/registry.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { openSignedLog, type SignedLog } from '#tests/audit/signed-log.ts'
import { compareReadModels } from './read-models.ts'

let log: SignedLog
let store: PostgresLog
beforeAll(async () => {
  log = await openSignedLog()
  store = await PostgresLog.open({ url: log.database.url })
})
afterAll(async () => {
  await store?.close()
  await log?.close()
})

test('a backed-up read model that differs from a rebuilt one stays, and is reported each time they are compared', async () => {
  const { url } = log.database
  const compare = () => compareReadModels(url, store, log.size)
  const balances = async () => (await log.owner.query('select * from app.balance_total order by 1')).rows
  const equal = { models: projections.length, rows: expect.any(Number) }
  expect(await compare()).toEqual(equal)
  await log.owner.query('update app.balance_total set profit_cents = profit_cents + 1')
  const leftBehind = await balances()
  for (const _ of ['once', 'again'])
    await expect(compare()).rejects.toMatchObject({
      code: 'restore_different',
      message: /^app\.balance_total has \d+ rows/,
    })
  expect(await balances()).toEqual(leftBehind)
  await rebuild({ store, url })
  expect(await compare()).toEqual(equal)
})
