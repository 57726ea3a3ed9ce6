import { afterAll, beforeAll, expect, test } from 'vitest'
import { BettingLimits } from '#services/contract/contract.ts'
import { startTestProduct, type TestProduct } from '../../testing/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct({ settings: { MAX_PAYOUT: 1_234_50, ACCEPTANCE_DELAY_S: 7 } })
})
afterAll(() => product.close())

test('anybody can read the limits of bets, as this server was configured', async () => {
  const { status, body } = await product.call('/api/bets/limits')
  expect(status).toBe(200)
  expect(BettingLimits.parse(body)).toEqual({
    oddsPolicy: 'within-10-percent',
    minStake: 0.1,
    maxPayout: 1_234.5,
    maxLegs: 20,
    acceptanceDelayS: 7,
  })
})
