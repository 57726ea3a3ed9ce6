// Which of the provider's messages and prices are deleted, depending on what the ledger names.
import { beforeEach, expect, it } from 'vitest'
import { DAY, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { fixtureIdOf } from '../polling/fixture-registry.ts'
import type { Poller } from '../port.ts'
import { stagedScore } from '../testing/provider.ts'
import { createStage, LEAGUE } from '../testing/stage.ts'

const stage = createStage()
let poller: Poller
beforeEach(async () => {
  poller = stage.poller()
  await stage.pool.query(`delete from app.evidence; update app.evidence_count set messages = 0;
    insert into app.projection_checkpoint (projection, log_id, definition) values ('evidence', 'log', '')
    on conflict (projection) do update set failed = null`)
})

/** As the read model does when an event names a message. */
async function name(fixture: string, message: string, kind: 'quote' | 'score'): Promise<void> {
  await stage.pool.query('insert into app.evidence values ($1, $2, $3, $4)', [
    fixture,
    message,
    kind,
    stage.clock.businessNow(),
  ])
  await stage.pool.query('update app.evidence_count set messages = messages + 1')
}

async function messagesOf(fixture: string): Promise<{ kind: string; hash: string }[]> {
  const { rows } = await stage.pool.query<{ kind: string; hash: string }>(
    'select kind, hash from app.provider_message where fixture_id = $1 order by kind, fetched_at, hash',
    [fixture],
  )
  return rows
}

/** Two games that end, the first of which was bet on. Returns the message that the bet names. */
async function season(): Promise<{ a1: string; b2: string; struck: string }> {
  stage.provider.odds = [stage.game('a1', -100 * MINUTE), stage.game('b2', -100 * MINUTE)]
  await poller.pollOdds(LEAGUE)
  const events = stage.provider.odds
  const [a1, b2] = events.map((event) => fixtureIdOf(event.id)) as [string, string]
  const [priced] = await messagesOf(a1)
  await name(a1, priced!.hash, 'quote')
  for (const completed of [false, true, true]) {
    stage.clock.advance(30 * SECOND)
    stage.provider.odds = [
      stage.game('a1', -100 * MINUTE, { north: [3, 3, 3] }),
      stage.game('b2', -100 * MINUTE, { north: [3, 3, 3] }),
    ]
    stage.provider.scores = events.map((event) => stagedScore(event, [1, 0], completed, stage.clock.businessNow()))
    await poller.pollOdds(LEAGUE)
    await poller.pollScores(LEAGUE)
  }
  for (const { type, data } of stage.model.events) {
    if (type !== 'ResultRecorded') continue
    for (const { message } of (data as { reads: { message: string }[] }).reads) {
      for (const fixture of [a1, b2]) {
        if ((await messagesOf(fixture)).some(({ hash }) => hash === message)) await name(fixture, message, 'score')
      }
    }
  }
  return { a1, b2, struck: priced!.hash }
}

it('after thirty days only what a bet names is left, and the reads of its result', async () => {
  const { a1, b2, struck } = await season()
  const before = [await messagesOf(a1), await messagesOf(b2)]
  stage.clock.advance(29 * DAY)
  await name('later', 'message', 'quote')
  expect(await poller.prune()).toBe(0)
  stage.clock.advance(2 * DAY)
  await name('today', 'message', 'quote')
  expect(await poller.prune()).toBeGreaterThan(8)
  expect(await messagesOf(b2)).toEqual([])
  const kept = await messagesOf(a1)
  expect(kept.map(({ kind }) => kind)).toEqual(['odds', 'score', 'score'])
  expect(kept[0]!.hash).toBe(struck)
  expect(before[0]!.length).toBeGreaterThan(kept.length)
  const { rows: history } = await stage.pool.query('select fixture_id, message_hash from app.quote_history')
  expect(history.length).toBeGreaterThan(0)
  for (const row of history) expect(row).toEqual({ fixture_id: a1, message_hash: struck })
  // the last prices of both games, which nobody bet at
  expect((await stage.pool.query('select from app.quote')).rowCount).toBe(0)
  expect(await poller.prune()).toBe(0)
  // another process starts from the beginning
  expect(await stage.poller().prune()).toBe(0)
})

it('the last prices of a game are kept if a bet was struck at them', async () => {
  const { a1 } = await season()
  const last = 'select fixture_id, message_hash from app.quote'
  const { rows: before } = await stage.pool.query<{ fixture_id: string; message_hash: string }>(last)
  const ofA1 = before.filter((row) => row.fixture_id === a1)
  await name(a1, ofA1[0]!.message_hash, 'quote')
  stage.clock.advance(31 * DAY)
  await name('today', 'message', 'quote')
  expect(await poller.prune()).toBeGreaterThan(0)
  expect((await stage.pool.query(last)).rows).toEqual(ofA1)
})

it('prices of the history are deleted with their message, however recent they are', async () => {
  const { a1, struck } = await season()
  const history = 'select message_hash from app.quote_history where fixture_id = $1'
  stage.clock.advance(31 * DAY)
  await stage.pool.query('update app.quote_history set fetched_at = $1', [stage.clock.businessNow()])
  const before = (await stage.pool.query<{ message_hash: string }>(history, [a1])).rows
  expect(new Set(before.map((row) => row.message_hash)).size).toBeGreaterThan(1)
  await name('today', 'message', 'quote')
  await poller.prune()
  const kept = (await stage.pool.query(history, [a1])).rows
  expect(kept).toEqual(before.filter((row) => row.message_hash === struck))
})

it('a message is kept for the game that was bet on, and not for another that it was read for', async () => {
  const { a1, b2, struck } = await season()
  await stage.pool.query(
    `insert into app.provider_message select hash, $1, kind, fetched_at, body from app.provider_message where hash = $2`,
    [b2, struck],
  )
  stage.clock.advance(31 * DAY)
  await name('today', 'message', 'quote')
  await poller.prune()
  expect([(await messagesOf(a1)).some(({ hash }) => hash === struck), await messagesOf(b2)]).toEqual([true, []])
})

it.each([
  ['that has stopped', "update app.projection_checkpoint set failed = 'x' where projection = 'evidence'"],
  ['from which rows were deleted', "delete from app.evidence where kind = 'quote'"],
  ['that is far behind', "update app.evidence set named_at = named_at - interval '40 days'"],
  ['that is empty', 'delete from app.evidence; update app.evidence_count set messages = 0'],
])('nothing is deleted by a read model %s', async (_how, change) => {
  const { a1, b2 } = await season()
  stage.clock.advance(31 * DAY)
  await name('today', 'message', 'quote')
  await stage.pool.query(change)
  const before = [await messagesOf(a1), await messagesOf(b2)]
  expect(await poller.prune()).toBe(0)
  expect([await messagesOf(a1), await messagesOf(b2)]).toEqual(before)
})

it('reads no bets', async () => {
  await season()
  const texts: string[] = []
  const query = stage.pool.query.bind(stage.pool)
  const spying = Object.assign(Object.create(stage.pool), {
    query(...args: Parameters<typeof query>) {
      const [first] = args as unknown as [string | { text: string }]
      texts.push(typeof first === 'string' ? first : first.text)
      return query(...args)
    },
  })
  stage.clock.advance(31 * DAY)
  await name('today', 'message', 'quote')
  expect(await stage.poller({ pool: spying }).prune()).toBeGreaterThan(0)
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts) expect(text).not.toMatch(/app\.(bet|open_leg|settled_leg)\b/)
})
