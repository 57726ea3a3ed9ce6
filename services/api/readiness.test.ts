// What /readyz reports if read models do not follow the log.
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { PROJECTIONS } from '#projections/projection.ts'
import { readProjectionProgress } from '#projections/runner/metrics.ts'
import { startProjector } from '#projections/runner/projector.ts'
import { connect } from '#services/platform/database/connect.ts'
import { raised, scrape } from '#tests/alerts.ts'
import { startTestProduct, type TestProduct, until } from './testing/product.ts'

let product: TestProduct
let another: pg.Client
const ready = async () => {
  const { status, body } = await product.call('/readyz')
  const { missing, late } = body as { missing: string[]; late: string[] }
  return { status, missing, late }
}
const isUpToDate = () => until(async () => (await ready()).late.length === 0)

beforeAll(async () => {
  product = await startTestProduct()
  another = await connect(product.database.url, { name: 'another leader' })
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await another.end()
  await product.close()
})

test('an api is not ready half a minute after an event that nobody folds, or that the leading projector does not reach', async () => {
  await isUpToDate()
  expect(await ready()).toEqual({ status: 200, missing: [], late: [] })
  await product.stopProjector()
  const { username, password } = product.superAdmin
  await product.signIn(username, password)
  // it may be folded at any moment
  expect(await ready()).toEqual({ status: 200, missing: [], late: [] })

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  const late = expect.arrayContaining([...PROJECTIONS])
  expect(await ready()).toEqual({ status: 503, missing: ['projector'], late })
  // the projector may be stalled, and then reports nothing itself
  const end = readProjectionProgress({ pool: product.services.pool, store: product.store })
  expect(raised('ProjectionBehind', await scrape())).toHaveLength(PROJECTIONS.length)

  await another.query(`select pg_advisory_lock(hashtextextended('fairbook.projector', 0))`)
  expect(await ready()).toEqual({ status: 200, missing: [], late })
  await another.query('select pg_advisory_unlock_all()')

  const projector = startProjector({ store: product.store, url: product.database.url })
  await isUpToDate()
  expect(await ready()).toEqual({ status: 200, missing: [], late: [] })
  expect(raised('ProjectionBehind', await scrape())).toEqual([])
  end()
  await projector.stop()
})
