import { beforeEach, describe, expect, it } from 'vitest'
import type { Poller } from './port.ts'
import { stagedProvider } from './testing/provider.ts'
import { HOUR, LEAGUE, MINUTE, SECOND, setStage } from './testing/stage.ts'

const stage = setStage()
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

describe('the sweeps', () => {
  it('give up games that never completed: soccer after 48 hours', async () => {
    stage.provider.odds = [stage.game('a1', -HOUR)]
    await poller.pollOdds(LEAGUE)
    stage.clock.advance(46 * HOUR)
    expect(await poller.abandonOverdue()).toBe(0)
    stage.clock.advance(HOUR)
    expect(await poller.abandonOverdue()).toBe(1)
    expect(await poller.abandonOverdue()).toBe(0)
    expect(stage.model.events.at(-1)).toMatchObject({ type: 'FixtureAbandoned', data: { why: 'not-completed' } })
  })
})
