import { beforeEach, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { fixtureIdOf } from '../polling/fixture-registry.ts'
import type { Poller } from '../port.ts'
import { stagedScore } from '../testing/provider.ts'
import { createStage, LEAGUE } from '../testing/stage.ts'

const stage = createStage()
let poller: Poller
beforeEach(() => {
  poller = stage.poller()
})

it('messages are forgotten after six hours, but none that a bet or its result names', async () => {
  stage.provider.odds = [stage.game('a1', -100 * MINUTE), stage.game('b2', -100 * MINUTE)]
  await poller.pollOdds(LEAGUE)
  const [a1, b2] = stage.provider.odds
  const { rows: named } = await stage.pool.query('select distinct message_hash from app.quote where fixture_id = $1', [
    fixtureIdOf(a1!.id),
  ])
  const legs = JSON.stringify([{ message: named[0].message_hash }])
  await stage.pool.query(
    `insert into app.bet (bet_id, account_id, status, stake_cents, odds, struck_return_cents, placed_at, legs, placed_event, number)
     values ('bet', 'account', 'pending', 100, '2.00', 200, $1, $2, 'account@0', 0)`,
    [stage.clock.businessNow(), legs],
  )
  await stage.pool.query("insert into app.open_leg values ($1, 'bet', 0, 'account')", [fixtureIdOf(a1!.id)])
  for (const completed of [false, true, true]) {
    stage.clock.advance(30 * SECOND)
    stage.provider.odds = [
      stage.game('a1', -100 * MINUTE, { north: [3, 3, 3] }),
      stage.game('b2', -100 * MINUTE, { north: [3, 3, 3] }),
    ]
    stage.provider.scores = [a1, b2].map((event) => stagedScore(event!, [1, 0], completed, stage.clock.businessNow()))
    await poller.pollOdds(LEAGUE)
    await poller.pollScores(LEAGUE)
  }
  stage.clock.advance(5 * HOUR)
  expect(await poller.prune()).toBe(0)
  stage.clock.advance(2 * HOUR)
  await stage.pool.query(
    "insert into app.projection_checkpoint (projection, log_id, definition, failed) values ('test', 'log', '', 'x')",
  )
  expect(await poller.prune()).toBe(0)
  await stage.pool.query('delete from app.projection_checkpoint')
  expect(await poller.prune()).toBeGreaterThan(8)
  const { rows } = await stage.pool.query('select fixture_id, kind, hash from app.provider_message order by kind')
  expect(new Set(rows.map(({ fixture_id }) => fixture_id))).toEqual(new Set([fixtureIdOf(a1!.id)]))
  expect(rows.map(({ kind }) => kind)).toEqual(['odds', 'score', 'score'])
  expect(rows[0].hash).toBe(named[0].message_hash)
  const result = stage.model.events.find(({ type }) => type === 'ResultRecorded')!.data as {
    reads: { message: string }[]
  }
  const kept = rows.map(({ hash }) => hash)
  for (const { message } of result.reads) expect(kept).toContain(message)
  expect(
    (await stage.pool.query('select from app.quote_history where fixture_id = $1', [fixtureIdOf(b2!.id)])).rowCount,
  ).toBe(0)
  expect(await poller.prune()).toBe(0)
})
