import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import type { Poller } from '../port.ts'
import { stagedProvider, stagedScore } from '../testing/provider.ts'
import { createStage, LEAGUE } from '../testing/stage.ts'

const stage = createStage()
let poller: Poller
beforeEach(() => {
  poller = stage.poller()
})

describe('what is due', () => {
  const kinds = (reports: { kind: string; skipped: boolean }[]) =>
    reports.filter(({ skipped }) => !skipped).map(({ kind }) => kind)

  it('asks for odds once a minute before the start, every 40 seconds in play, for scores every 30', async () => {
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

  it('goes on after the provider failed', async () => {
    stage.provider.odds = [stage.game('a1', HOUR)]
    await poller.tick()
    const address = stage.provider.baseUrl
    await stage.provider.close()
    stage.clock.advance(MINUTE)
    expect(await poller.tick()).toEqual([])
    expect(String(stage.problems[0])).toContain('cannot be reached')
    expect(String(stage.problems[0])).not.toContain(address)
    stage.provider = await stagedProvider()
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

  it('are given up: soccer after 48 hours', async () => {
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

  it('are not given up by whoever has not looked since: the provider may have their result', async () => {
    await kickedOff()
    stage.clock.advance(46 * HOUR)
    await poller.pollScores(LEAGUE)
    stage.clock.advance(20 * HOUR)
    // started again after an outage
    poller = stage.poller()
    expect(await poller.abandonOverdue()).toBe(0)
    await completed()
    expect(await poller.abandonOverdue()).toBe(0)
    stage.clock.advance(30 * SECOND)
    expect(await completed()).toMatchObject({ resultsRecorded: 1 })
    expect(await poller.abandonOverdue()).toBe(0)
    expect(stage.eventTypes()).toEqual(['FixtureListed', 'ResultRecorded'])
  })

  it('are given up after three days, seen or not: no score comes after that', async () => {
    await kickedOff()
    stage.clock.advance(71 * HOUR - 1)
    expect(await poller.abandonOverdue()).toBe(0)
    stage.clock.advance(1)
    expect(await poller.abandonOverdue()).toBe(1)
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
