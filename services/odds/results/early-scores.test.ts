// A game that the provider reports as begun or over before its start: brought forward unannounced, or a mistake of the
// provider.
import { expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { homeOf, idOf, showBoard } from '../testing/board.ts'
import { stagedScore } from '../testing/provider.ts'
import { createStage, LEAGUE } from '../testing/stage.ts'

const stage = createStage()
const shown = showBoard(stage)
const GAME = idOf('a1')

type Points = [home: number, away: number] | null

/** What the provider says about the game half a minute later. */
async function read(points: Points, completed = false) {
  stage.clock.advance(30 * SECOND)
  stage.provider.scores = [stagedScore(stage.provider.odds[0]!, points, completed, stage.clock.businessNow())]
  return shown.poller.pollScores(LEAGUE)
}
/** What bettors can see of it. */
const betting = () => {
  const { bettable, begun_early, completed } = shown.board.game(GAME)!
  return {
    bettable,
    begun_early,
    completed,
    closed: shown.board.closed(GAME),
    priced: shown.board.quote(homeOf('a1')) !== null,
  }
}
const OPEN = { bettable: true, begun_early: undefined, completed: false, closed: false, priced: true }
const SUSPENDED = { bettable: false, begun_early: true, completed: false, closed: false, priced: false }
const CLOSED = { bettable: false, begun_early: undefined, completed: true, closed: true, priced: false }

it.each<[string, Points, boolean]>([
  ['is over', [2, 1], true],
  ['is over, without a score', null, true],
  ['has a score', [1, 0], false],
  ['is level', [0, 0], false],
])('a game that before its start %s takes no bets, until a read takes that back', async (_what, points, completed) => {
  await shown.offer('a1', HOUR)
  expect(betting()).toEqual(OPEN)
  const before = shown.board.game(GAME)!.revision
  await read(points, completed)
  await expect.poll(betting).toEqual(SUSPENDED)
  expect(shown.board.game(GAME)!.revision).toBeGreaterThan(before)
  expect(await shown.board.freshQuote(homeOf('a1'))).toBeNull()
  expect(shown.board.upcoming().map(({ id }) => id)).toEqual([GAME])
  // new prices do not change this, and two such reads do not make a result
  await shown.offer('a1', HOUR - 30 * SECOND, [2.2, 3.4, 3.3])
  await read(points, completed)
  expect(betting()).toEqual(SUSPENDED)
  await read(null)
  await expect.poll(betting).toEqual(OPEN)
  expect(stage.eventTypes()).toEqual(['FixtureListed'])
  expect((await stage.pool.query('select 1 from app.score')).rows).toEqual([])
})

it('takes no bet at its start either, and is closed by the first completed read after that', async () => {
  await shown.offer('a1', MINUTE)
  await read([2, 1], true)
  await expect.poll(betting).toEqual(SUSPENDED)
  stage.clock.advance(MINUTE)
  await shown.offer('a1', -30 * SECOND, [1.5, 4, 6])
  expect(betting()).toEqual(SUSPENDED)
  await read([2, 1], true)
  await expect.poll(betting).toEqual(CLOSED)
  await read([2, 1], true)
  expect(stage.eventTypes()).toEqual(['FixtureListed', 'ResultRecorded'])
  const { closedAt } = stage.model.events[1]!.data as { closedAt: string }
  expect(Date.parse(closedAt)).toBeGreaterThan(Date.parse(shown.board.game(GAME)!.commence_time))
})

it('can be bet on in play once a read after its start says that it is being played', async () => {
  await shown.offer('a1', MINUTE)
  await read([1, 0])
  await expect.poll(betting).toEqual(SUSPENDED)
  stage.clock.advance(MINUTE)
  await shown.offer('a1', -30 * SECOND, [1.5, 4, 6])
  await read([1, 0])
  await expect.poll(betting).toEqual(OPEN)
})

it('can be bet on in play if the provider corrects its start', async () => {
  await shown.offer('a1', HOUR)
  await read([1, 0])
  await expect.poll(betting).toEqual(SUSPENDED)
  stage.clock.advance(MINUTE)
  await shown.offer('a1', -2 * MINUTE, [1.5, 4, 6])
  await read([1, 0])
  await expect.poll(betting).toEqual(OPEN)
  expect(shown.board.live().map(({ id }) => id)).toEqual([GAME])
})

it('asks for games that start soon along with those in play, and for no others', async () => {
  stage.provider.odds = [stage.game('a1', -MINUTE), stage.game('b2', 2 * HOUR), stage.game('c3', 30 * HOUR)]
  await shown.poller.pollOdds(LEAGUE)
  await read(null)
  await read(null)
  const [review, narrow] = stage.provider.calls.filter((call) => call.includes('/scores'))
  expect(review).not.toContain('eventIds')
  const [inPlay, soon] = stage.provider.odds.map(({ id }) => id)
  expect(new URL(narrow!, stage.provider.baseUrl).searchParams.get('eventIds')).toBe(`${inPlay},${soon}`)
})

it('is forgotten once nobody can bet on the game', async () => {
  await shown.offer('a1', HOUR)
  await read([1, 0])
  const kept = async () => (await stage.pool.query('select 1 from app.early_score')).rowCount
  await shown.poller.prune()
  expect(await kept()).toBe(1)
  stage.clock.advance(5 * 24 * HOUR)
  await shown.poller.prune()
  expect(await kept()).toBe(0)
})
