import { expect, it } from 'vitest'
import { MINUTE } from '#services/platform/clock/durations.ts'
import { createFeedStore } from '../store/feed-store.ts'
import { createStage, LEAGUE } from '../testing/stage.ts'

const stage = createStage()

it('a favourite whose rivals are out of reach and whose own price is a placeholder suspends the market once', async () => {
  const poller = stage.poller()
  stage.provider.odds = [stage.game('a1', -MINUTE, { north: [1.5, 4, 6] }), stage.game('b2', MINUTE)]
  await poller.pollOdds(LEAGUE)
  stage.clock.advance(MINUTE)
  stage.provider.odds = [stage.game('a1', -2 * MINUTE, { north: [1.01, 51, 101] }), stage.game('b2', 0)]
  await poller.pollOdds(LEAGUE)
  const { rows } = await stage.pool.query('select market, reason from app.suspended_market')
  expect(rows).toEqual([{ market: 'h2h', reason: 'placeholder' }])
  // the other game's prices came with the same answer
  const quotes = await createFeedStore(stage.pool, stage.feeds).storedPrices(
    stage.model.events.map(({ fixture }) => fixture),
  )
  expect(quotes).toHaveLength(3)

  stage.clock.advance(MINUTE)
  stage.provider.odds = [stage.game('a1', -3 * MINUTE, { north: [1.1, 9, 21] })]
  await poller.pollOdds(LEAGUE)
  expect((await stage.pool.query('select 1 from app.suspended_market')).rows).toEqual([])
})
