import { expect, it } from 'vitest'
import { randomId } from '#services/commands/command-id.ts'
import { metaBy, REASON } from '#services/commands/testing/meta.ts'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { createStage, LEAGUE, type Prices } from '../testing/stage.ts'
import { extremeMove } from './extreme-move.ts'
import { createSuspensions, type SuspendedMarket } from './suspensions.ts'

const stage = createStage()

it('a favourite with hopeless rivals whose own price is a placeholder suspends the market once', async () => {
  const poller = stage.poller()
  stage.provider.odds = [stage.game('a1', -MINUTE, { north: [1.5, 4, 6] }), stage.game('b2', MINUTE)]
  await poller.pollOdds(LEAGUE)
  stage.clock.advance(MINUTE)
  stage.provider.odds = [stage.game('a1', -2 * MINUTE, { north: [1.01, 51, 101] }), stage.game('b2', 0)]
  await poller.pollOdds(LEAGUE)
  const { rows } = await stage.pool.query('select market, reason from app.suspended_market')
  expect(rows).toEqual([{ market: 'h2h', reason: 'placeholder' }])
  // the other game's prices came with the same reply
  const quotes = (await stage.pool.query('select 1 from app.quote')).rows
  expect(quotes).toHaveLength(3)

  stage.clock.advance(MINUTE)
  stage.provider.odds = [stage.game('a1', -3 * MINUTE, { north: [1.1, 9, 21] })]
  await poller.pollOdds(LEAGUE)
  expect((await stage.pool.query('select 1 from app.suspended_market')).rows).toEqual([])
})

/** The price of the home team after a reply with these prices; undefined if it has none. */
async function homeAfter(poller: ReturnType<typeof stage.poller>, prices: Prices | null, after = MINUTE) {
  stage.clock.advance(after)
  stage.provider.odds = [stage.game('a1', HOUR, prices === null ? {} : { north: prices }), stage.game('b2', HOUR)]
  await poller.pollOdds(LEAGUE)
  const { rows } = await stage.pool.query(
    "select odds from app.quote join app.fixture using (fixture_id) where selection = 'home' and home = 'a1 Rovers'",
  )
  return rows[0]?.odds as string | undefined
}
const suspensions = async () => (await stage.pool.query('select reason, detail from app.suspended_market')).rows
const FAVOURITE: Prices = [1.05, 15, 30]
/** Implies about the same margin, the other way round. */
const EXTREME: Prices = [30, 15, 1.05]

it.each<[string, readonly (Prices | null)[]]>([
  ['the market was away', [null]],
  ['the market was away for long', [null, null, null]],
  ['it was held before, and away since', [EXTREME, null]],
  ['a placeholder stood in its place', [[1.01, 15, 30]]],
  ['a placeholder stood among other prices', [[1.01, 20, 40], null]],
])('an extreme move is held, however often it comes, after %s', async (_what, between) => {
  const poller = stage.poller()
  expect(await homeAfter(poller, FAVOURITE)).toBe('1.05')
  for (const prices of between) await homeAfter(poller, prices)
  for (let time = 0; time < 3; time++) expect(await homeAfter(poller, EXTREME)).not.toBe('30.00')
  const move = { selection: 'away', point: '', from: '30.00', to: '1.05' }
  expect(await suspensions()).toEqual([{ reason: 'extreme-move', detail: move }])
  // the market comes back by itself
  expect(await homeAfter(poller, [1.06, 14, 28])).toBe('1.06')
  expect(await suspensions()).toEqual([])
})

it.each([
  // a change of exactly 1,000 % is not extreme yet, up or down
  ['2.00', '22.00', false],
  ['2.00', '22.01', true],
  ['22.00', '2.00', false],
  ['22.01', '2.00', true],
])('from %s to %s is an extreme move: %s', (from, to, isExtreme) => {
  const at = (odds: string, point = '2.5') => [{ selection: 'over', point, odds }]
  expect(extremeMove(at(from), at(to))).toEqual(isExtreme ? { selection: 'over', point: '2.5', from, to } : null)
  expect(extremeMove(at(from, '7.5'), at(to))).toBeNull()
})

it.each<[string, Prices]>([
  ['cannot be meant', [20, 15, 30]],
  ['cannot be read', [0.5, 15, 30]],
  ['moved too far', EXTREME],
])('prices that %s take the old ones off the board at once', async (_what, prices) => {
  const poller = stage.poller()
  await homeAfter(poller, FAVOURITE)
  expect(await homeAfter(poller, prices)).toBeUndefined()
  expect(await suspensions()).toHaveLength(1)
})

/** Releases the first game's match result, as an admin does. */
async function release() {
  const { fixture } = stage.model.events[0]!
  const now = stage.clock.businessNow()
  const [{ market, reason: why, since }] = (await createSuspensions(stage.pool).suspended([fixture], now)) as [
    SuspendedMarket,
  ]
  const meta = metaBy({ id: randomId(), role: 'admin' }, now, REASON)
  const command = { type: 'ReleaseMarket', market, why, since: since.toISOString() } as const
  return stage.model.execute(fixture, command, meta)
}

it('a release applies to prices that come soon, and to no others', async () => {
  const poller = stage.poller()
  await homeAfter(poller, FAVOURITE)
  await homeAfter(poller, EXTREME)
  expect(await release()).toMatchObject({ events: [{ type: 'MarketReleased' }] })
  await homeAfter(poller, null)
  expect(await homeAfter(poller, EXTREME, 2 * HOUR)).not.toBe('30.00')
  expect(await release()).toMatchObject({ events: [{ type: 'MarketReleased' }] })
  await homeAfter(poller, null)
  expect(await homeAfter(poller, EXTREME)).toBe('30.00')
  expect(await suspensions()).toEqual([])
})

it('a release applies to one suspension, and to none that comes after it', async () => {
  const poller = stage.poller()
  await homeAfter(poller, FAVOURITE)
  await homeAfter(poller, EXTREME)
  await release()
  const { queue } = createSuspensions(stage.pool)
  expect(await queue(10, 0, stage.clock.businessNow())).toEqual([])
  expect(await homeAfter(poller, EXTREME)).toBe('30.00')
  expect(await homeAfter(poller, FAVOURITE)).toBeUndefined()
  expect(await homeAfter(poller, FAVOURITE)).toBeUndefined()
  expect(await queue(10, 0, stage.clock.businessNow())).toMatchObject([{ reason: 'extreme-move', released: false }])
})

it('the queue has only games that may still be bet on, extreme moves first, then the newest', async () => {
  const poller = stage.poller()
  const { queue, waiting: count } = createSuspensions(stage.pool)
  const ids = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6']
  stage.provider.odds = ids.map((id) => stage.game(id, id === 'd4' ? -3.9 * HOUR : HOUR))
  await poller.pollOdds(LEAGUE)
  const [moved, newest, older, longAgo, decided, over] = stage.model.events.map(({ fixture }) => fixture)
  stage.clock.advance(HOUR / 2)
  for (const [fixture, reason, age] of [
    [moved, 'extreme-move', 9],
    [newest, 'implausible', 1],
    [older, 'implausible', 2],
    [longAgo, 'extreme-move', 3],
    [decided, 'extreme-move', 3],
    [over, 'extreme-move', 3],
  ] as const) {
    const since = new Date(stage.now() - age * MINUTE)
    await stage.pool.query("insert into app.suspended_market values ($1, 'h2h', $2, null, $3, $3)", [
      fixture,
      reason,
      since,
    ])
  }
  await stage.pool.query('update app.fixture set closed_at = now() where fixture_id = $1', [decided])
  await stage.pool.query(
    `insert into app.score (fixture_id, completed, changed_at, first_completed_at, read_at, message_hash)
     values ($1, true, now(), now(), now(), '')`,
    [over],
  )
  const waiting = await queue(10, 0, stage.clock.businessNow())
  expect(waiting.map(({ fixture }) => fixture)).toEqual([moved, newest, older])
  const part = async (limit: number, offset: number) =>
    (await queue(limit, offset, stage.clock.businessNow())).map(({ fixture }) => fixture)
  expect([await part(2, 0), await part(2, 2), await part(2, 4)]).toEqual([[moved, newest], [older], []])
  expect(await count(stage.clock.businessNow())).toBe(3)

  const kept = async (table: string) => (await stage.pool.query(`select 1 from ${table}`)).rowCount
  await poller.prune()
  expect([await kept('app.suspended_market'), await kept('app.meant_prices')]).toEqual([5, 5])
  stage.clock.advance(5 * 24 * HOUR)
  await poller.prune()
  expect([await kept('app.suspended_market'), await kept('app.meant_prices')]).toEqual([0, 0])
})
