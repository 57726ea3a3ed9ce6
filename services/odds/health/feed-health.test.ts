// What admins see of single calls: which fail while others are answered, and what of the answers cannot be read.
import { beforeEach, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import type { Poller } from '../port.ts'
import { unlimited } from '../provider/credits.ts'
import { stagedScore } from '../testing/provider.ts'
import { createStage, LEAGUE } from '../testing/stage.ts'
import { createFeed, type Feed } from './feed-health.ts'

const stage = createStage()
let poller: Poller
let feed: Feed
beforeEach(() => {
  poller = stage.poller()
  const clock = { businessNow: () => stage.clock.businessNow(), systemNow: () => stage.clock.systemNow(), speed: 1 }
  const board = { live: () => [], upcoming: () => [] }
  feed = createFeed({ pool: stage.pool, board, budget: unlimited, clock })
})

/** A game in play: its prices and scores are asked for. */
const play = () => {
  stage.provider.odds = [stage.game('a1', -MINUTE)]
  stage.provider.scores = [stagedScore(stage.provider.odds[0]!, [0, 0], false, stage.clock.businessNow())]
}
const ticks = async (count: number) => {
  for (let tick = 0; tick < count; tick++) {
    stage.clock.advance(40 * SECOND)
    await poller.tick()
  }
}
const league = async () => (await feed.health()).leagues.find((each) => each.league === LEAGUE)!

it('prices that cannot be had are not over because scores are read', async () => {
  play()
  await ticks(2)
  expect(await feed.health()).toMatchObject({ trouble: null, lastError: null })
  stage.provider.fault = { at: '/odds', status: 422, body: { message: 'no such market', error_code: 'INVALID_MARKET' } }
  stage.clock.advance(SECOND)
  const since = new Date(stage.now() + 40 * SECOND).toISOString()
  await ticks(3)
  expect((await league()).scores.readAt).toBe(stage.clock.businessNow().toISOString())
  expect(await feed.health()).toMatchObject({
    trouble: null,
    lastError: { about: { league: LEAGUE, kind: 'odds' }, code: 'INVALID_MARKET', recoveredAt: null },
  })
  expect(await league()).toMatchObject({ odds: { failingSince: since }, scores: { failingSince: null } })

  stage.provider.fault = null
  await ticks(2)
  const at = stage.clock.businessNow().toISOString()
  expect((await feed.health()).lastError).toMatchObject({ about: null, code: 'INVALID_MARKET', recoveredAt: at })
  expect(await league()).toMatchObject({ odds: { failingSince: null, readAt: at } })
})

it('a call that nobody makes any more is not said to fail for ever', async () => {
  play()
  await ticks(1)
  stage.provider.fault = { at: '/odds', status: 422, body: { message: 'no such market', error_code: 'INVALID_MARKET' } }
  await ticks(2)
  expect((await league()).odds.failingSince).not.toBeNull()
  stage.clock.advance(3 * HOUR)
  expect((await league()).odds.failingSince).toBeNull()
  expect((await feed.health()).lastError).toMatchObject({ about: null })
})

it('games that cannot be read are counted by league and answer, as the last one had them', async () => {
  const timeless = { ...stage.game('b2', HOUR), commence_time: 'tomorrow' }
  const other = { ...stage.game('c3', HOUR), home_team: 7 as unknown as string }
  play()
  const [score] = stage.provider.scores
  const [game] = stage.provider.odds
  stage.provider.odds = [game!, timeless, other]
  stage.provider.scores = [score!, { ...score!, completed: 'no' as unknown as boolean }]
  await ticks(2)
  expect(await league()).toMatchObject({ odds: { unread: 2 }, scores: { unread: 1 }, events: { unread: 0 } })
  expect((await feed.health()).counts.unread).toBe(2)
  play()
  await ticks(2)
  expect(await league()).toMatchObject({ odds: { unread: 0 }, scores: { unread: 0 } })
  expect((await feed.health()).counts.unread).toBe(0)
})
