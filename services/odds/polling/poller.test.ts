import { beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '#services/commands/command-id.ts'
import { HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { feedMeta } from '../feed-meta.ts'
import type { Poller } from '../port.ts'
import { stagedScore } from '../testing/provider.ts'
import { createStage, LEAGUE } from '../testing/stage.ts'

const stage = createStage()
let poller: Poller
beforeEach(() => {
  poller = stage.poller()
})

describe('what is due', () => {
  const kinds = (reports: { kind: string; skipped: boolean }[]) =>
    reports.filter(({ skipped }) => !skipped).map(({ kind }) => kind)

  it('asks for odds every minute before the start, every 40 seconds in play, and for scores every 30', async () => {
    stage.provider.odds = [stage.game('a1', 90 * SECOND)]
    expect(kinds(await poller.tick())).toEqual(['odds'])
    expect(await poller.tick()).toEqual([])
    stage.clock.advance(59 * SECOND)
    expect(await poller.tick()).toEqual([])
    stage.clock.advance(SECOND)
    expect(kinds(await poller.tick())).toEqual(['odds'])
    stage.clock.advance(30 * SECOND)
    expect(kinds(await poller.tick())).toEqual(['scores'])
    stage.clock.advance(10 * SECOND)
    expect(kinds(await poller.tick())).toEqual(['odds'])
    stage.clock.advance(20 * SECOND)
    expect(kinds(await poller.tick())).toEqual(['scores'])
    expect(stage.problems).toEqual([])
  })

  it('is done by one of several workers', async () => {
    stage.provider.odds = [stage.game('a1', HOUR)]
    const workers = [poller, stage.poller(), stage.poller()]
    const made = (await Promise.all(workers.map((worker) => worker.tick()))).flatMap(kinds)
    expect(made).toEqual(['odds'])
  })

  it('continues after the provider failed', async () => {
    stage.provider.odds = [stage.game('a1', HOUR)]
    await poller.tick()
    const address = stage.provider.baseUrl
    await stage.provider.stop()
    stage.clock.advance(MINUTE)
    expect(await poller.tick()).toEqual([])
    expect(String(stage.problems[0])).toContain('cannot be reached')
    expect(String(stage.problems[0])).not.toContain(address)
  })
})

describe('games that never completed', () => {
  const kickedOff = async () => {
    stage.provider.odds = [stage.game('a1', -HOUR)]
    await poller.pollOdds(LEAGUE)
  }
  const completed = () => {
    stage.provider.scores = [stagedScore(stage.provider.odds[0]!, [2, 1], true, null)]
    return poller.pollScores(LEAGUE)
  }

  it('are abandoned: soccer after 48 hours', async () => {
    await kickedOff()
    stage.clock.advance(46 * HOUR)
    await poller.pollScores(LEAGUE)
    expect(await poller.abandonOverdue()).toBe(0)
    stage.clock.advance(HOUR)
    await poller.pollScores(LEAGUE)
    expect(await poller.abandonOverdue()).toBe(1)
    expect(await poller.abandonOverdue()).toBe(0)
    expect(stage.model.events.at(-1)).toMatchObject({ type: 'FixtureAbandoned', data: { why: 'not-completed' } })
  })

  it('are not abandoned by a process that has not looked since: the provider may have their result', async () => {
    await kickedOff()
    stage.clock.advance(46 * HOUR)
    await poller.pollScores(LEAGUE)
    stage.clock.advance(20 * HOUR)
    // restarted after an outage
    poller = stage.poller()
    expect(await poller.abandonOverdue()).toBe(0)
    await completed()
    expect(await poller.abandonOverdue()).toBe(0)
    stage.clock.advance(30 * SECOND)
    expect(await completed()).toMatchObject({ resultsRecorded: 1 })
    expect(await poller.abandonOverdue()).toBe(0)
    expect(stage.eventTypes()).toEqual(['FixtureListed', 'ResultRecorded'])
  })

  it('are abandoned after three days, read or not: no score comes after that', async () => {
    await kickedOff()
    stage.clock.advance(71 * HOUR - 1)
    expect(await poller.abandonOverdue()).toBe(0)
    stage.clock.advance(1)
    expect(await poller.abandonOverdue()).toBe(1)
  })

  const betOn = (fixtures: readonly string[]) =>
    stage.pool.query('insert into app.fixture_bets (fixture_id, open_legs) select unnest($1::text[]), 1', [fixtures])

  it('do not include those completed without a score: if somebody has bet, an admin records the result', async () => {
    stage.provider.odds = [stage.game('a1', -HOUR), stage.game('b2', -HOUR)]
    await poller.pollOdds(LEAGUE)
    const [betted, other] = stage.model.events.map(({ fixture }) => fixture)
    await betOn([betted!])
    const told = stage.provider.odds.map((game) => stagedScore(game, null, true, null))
    for (const hours of [2, 46, 48]) {
      stage.provider.scores = hours === 2 ? told : []
      stage.clock.advance(hours * HOUR)
      await poller.pollScores(LEAGUE)
      await poller.abandonOverdue()
    }
    const abandoned = stage.model.events.filter(({ type }) => type === 'FixtureAbandoned')
    expect(abandoned.map(({ fixture }) => fixture)).toEqual([other])
  })

  it('include those for which it has taken that back', async () => {
    await kickedOff()
    await betOn([stage.model.events[0]!.fixture])
    for (const completed of [true, false]) {
      stage.clock.advance(HOUR)
      stage.provider.scores = [stagedScore(stage.provider.odds[0]!, null, completed, null)]
      await poller.pollScores(LEAGUE)
    }
    stage.clock.advance(70 * HOUR)
    expect(await poller.abandonOverdue()).toBe(1)
  })

  describe('in a league without scores', () => {
    const UNSCORED = 'baseball_kbo'
    /** A game that started this many hours ago. */
    async function played(hours: number, league = UNSCORED): Promise<string> {
      const fixture = randomId()
      const startsAt = new Date(stage.now() - hours * HOUR).toISOString()
      const game = { source: 'feed', providerId: fixture, league, home: fixture, away: 'B', startsAt } as const
      const listing = { type: 'ListFixture', ...game } as const
      await stage.model.execute(fixture, listing, feedMeta(`list ${fixture}`, listing, startsAt))
      return fixture
    }
    it('wait for an admin if somebody has bet on them, also in a worker that has just started', async () => {
      const game = await played(35)
      await betOn([game])
      expect(await poller.abandonOverdue()).toBe(0)
      for (let day = 0; day < 6; day++) {
        stage.clock.advance(24 * HOUR)
        await poller.pollScores(LEAGUE)
        expect(await poller.abandonOverdue()).toBe(0)
      }
      await played(35)
      expect(await poller.abandonOverdue()).toBe(1)
      expect(stage.model.events.filter(({ type }) => type === 'FixtureAbandoned')).not.toContainEqual(
        expect.objectContaining({ fixture: game }),
      )
    })

    it('do not keep games behind them from being abandoned, however many they are', async () => {
      const games: string[] = []
      for (let n = 0; n < 501; n++) games.push(await played(90))
      await betOn(games)
      await played(80, LEAGUE)
      expect(await poller.abandonOverdue()).toBe(1)
    })
  })
})

describe('a result of a league that plays no more', () => {
  const says = (home: number, away: number) => {
    stage.provider.scores = [stagedScore(stage.provider.odds[0]!, [home, away], true, stage.clock.businessNow())]
  }
  const ticking = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      stage.clock.advance(MINUTE)
      await poller.tick()
    }
  }
  const scoreCalls = () => stage.provider.calls.filter((call) => call.includes('/scores')).length
  beforeEach(async () => {
    stage.provider.odds = [stage.game('a1', -100 * MINUTE)]
    await poller.tick()
    says(2, 1)
    await ticking(3)
    expect(stage.eventTypes()).toEqual(['FixtureListed', 'ResultRecorded'])
  })

  it('is reviewed once an hour, and corrected if the provider has another one by then', async () => {
    await ticking(5 * 60)
    const calls = scoreCalls()
    await ticking(3 * 60)
    expect(scoreCalls() - calls).toBe(3)
    says(2, 2)
    await ticking(62)
    expect(stage.model.events.at(-1)).toMatchObject({
      type: 'ResultCorrected',
      data: { score: { home: 2, away: 2 }, source: 'feed' },
    })
  })

  it('is no longer reviewed when the provider has dropped it', async () => {
    stage.clock.advance(3 * 24 * HOUR)
    await ticking(62)
    const calls = scoreCalls()
    await ticking(120)
    expect(scoreCalls()).toBe(calls)
  })
})

it('the scores of a league that has gone out of season are read until its games are decided', async () => {
  stage.provider.odds = [stage.game('a1', -100 * MINUTE)]
  await poller.tick()
  stage.provider.active = false
  poller = stage.poller()
  for (const wait of [0, 30, 30]) {
    stage.clock.advance(wait * SECOND)
    stage.provider.scores = [stagedScore(stage.provider.odds[0]!, [2, 1], true, null)]
    await poller.tick()
  }
  expect(stage.eventTypes()).toEqual(['FixtureListed', 'ResultRecorded'])
  const calls = stage.provider.calls.length
  for (let minute = 0; minute < 40; minute++) {
    stage.clock.advance(MINUTE)
    await poller.tick()
  }
  expect(stage.provider.calls.slice(calls).filter((call) => call.includes('/odds'))).toEqual([])
})
