import { beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '#services/commands/command-id.ts'
import { HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { feedMeta } from '../feed-meta.ts'
import type { Poller } from '../port.ts'
import { renamed, stagedScore, swapped } from '../testing/provider.ts'
import { createStage, LEAGUE } from '../testing/stage.ts'

const stage = createStage()
let poller: Poller
beforeEach(() => {
  poller = stage.poller()
})

describe('polling the scores', () => {
  const kickOff = async () => {
    const odds = stage.game('a1', -100 * MINUTE)
    stage.provider.odds = [odds]
    await poller.pollOdds(LEAGUE)
    return odds
  }
  const read = async (score: [number, number] | null, completed: boolean, after = 30 * SECOND) => {
    stage.clock.advance(after)
    stage.provider.scores = [
      stagedScore(
        stage.provider.odds[0]!,
        score,
        completed,
        score && new Date(stage.clock.businessNow().getTime() - MINUTE),
      ),
    ]
    return poller.pollScores(LEAGUE)
  }

  it('records a result after the second equal completed read, and reads no third', async () => {
    await kickOff()
    expect(await read([1, 0], false)).toMatchObject({ resultsRecorded: 0 })
    expect(await read([2, 1], true)).toMatchObject({ resultsRecorded: 0 })
    const firstRead = stage.clock.businessNow()
    expect(await read([2, 1], true, 20 * SECOND)).toMatchObject({ resultsRecorded: 0 })
    expect(await read([2, 1], true, 10 * SECOND)).toMatchObject({ resultsRecorded: 1 })
    expect(await read([2, 1], true)).toMatchObject({ resultsRecorded: 0, resultsCorrected: 0 })
    expect(stage.eventTypes()).toEqual(['FixtureListed', 'ResultRecorded'])
    const { data } = stage.model.events[1]!
    expect(data).toMatchObject({ score: { home: 2, away: 1 }, regulation: { home: 2, away: 1 }, source: 'feed' })
    const { reads, closedAt } = data as { reads: { readAt: string; message: string }[]; closedAt: string }
    expect(reads[0]!.readAt).toBe(firstRead.toISOString())
    expect(Date.parse(closedAt)).toBeLessThan(firstRead.getTime())
    const { rows } = await stage.pool.query("select hash from app.provider_message where kind = 'score'")
    const kept = rows.map(({ hash }) => hash)
    for (const { message } of reads) expect(kept).toContain(message)
  })

  it('corrects what it recorded when the provider does, again after two reads', async () => {
    await kickOff()
    await read([2, 1], true)
    await read([2, 1], true)
    expect(await read([2, 2], true)).toMatchObject({ resultsCorrected: 0 })
    expect(await read([2, 2], true)).toMatchObject({ resultsCorrected: 1 })
    expect(stage.eventTypes()).toEqual(['FixtureListed', 'ResultRecorded', 'ResultCorrected'])
  })

  it('keeps an admin’s result until the provider says something new', async () => {
    await kickOff()
    await read([2, 1], true)
    await read([2, 1], true)
    const { fixture } = stage.model.events[0]!
    const at = stage.clock.businessNow().toISOString()
    const draw = { home: 2, away: 2 }
    const byHand = { score: draw, regulation: draw, source: 'admin', reads: [], closedAt: at } as const
    const command = { type: 'CorrectResult', ...byHand } as const
    const actor = { id: randomId(), role: 'admin' } as const
    await stage.model.execute(fixture, command, { ...feedMeta('by hand', command, at), actor })
    for (const worker of [poller, stage.poller(), stage.poller()]) {
      poller = worker
      expect(await read([2, 1], true, 2 * MINUTE)).toMatchObject({ resultsCorrected: 0 })
    }
    await read([3, 1], true)
    expect(await read([3, 1], true)).toMatchObject({ resultsCorrected: 1 })
    expect(stage.eventTypes()).toEqual(['FixtureListed', 'ResultRecorded', 'ResultCorrected', 'ResultCorrected'])
  })

  it('continues where another worker, or itself before a restart, stopped', async () => {
    await kickOff()
    await read([2, 1], true)
    poller = stage.poller()
    expect(await read([2, 1], true)).toMatchObject({ resultsRecorded: 1 })
    poller = stage.poller()
    expect(await read([2, 1], true)).toMatchObject({ resultsRecorded: 0 })
    expect(stage.eventTypes()).toEqual(['FixtureListed', 'ResultRecorded'])
  })

  it('gives the points to the teams of the fixture, whichever side the provider lists them on', async () => {
    await kickOff()
    const told = stagedScore(stage.provider.odds[0]!, [2, 1], true, null)
    for (const event of [swapped(told), renamed(swapped(told), 'a1 Wanderers', 'Wanderers 1878')]) {
      stage.clock.advance(30 * SECOND)
      stage.provider.scores = [event]
      await poller.pollScores(LEAGUE)
    }
    expect(stage.model.events[1]).toMatchObject({ type: 'ResultRecorded', data: { score: { home: 2, away: 1 } } })
  })

  it('reads no score of other teams under the id of a game, nor of an id that occurs twice', async () => {
    await kickOff()
    const told = stagedScore(stage.provider.odds[0]!, [2, 1], true, null)
    const other = renamed(renamed(told, 'a1 Rovers', 'Old Port'), 'a1 Wanderers', 'New Mill')
    for (const scores of [[other], [other], [told, other], [other, told], [told, swapped(told)]]) {
      stage.clock.advance(30 * SECOND)
      stage.provider.scores = scores
      await poller.pollScores(LEAGUE)
    }
    expect((await stage.pool.query('select 1 from app.score')).rows).toEqual([])
    expect(stage.problems).toEqual([
      expect.stringContaining('has other teams than fixture'),
      expect.stringContaining('stands in one answer with different teams'),
    ])
  })

  it('records nothing for completed games without a score', async () => {
    await kickOff()
    await read(null, true)
    await read(null, true)
    expect(stage.eventTypes()).toEqual(['FixtureListed'])
  })

  it('asks for nothing while no game has started', async () => {
    stage.provider.odds = [stage.game('a1', HOUR)]
    await poller.pollOdds(LEAGUE)
    await poller.pollScores(LEAGUE)
    const before = stage.provider.calls.length
    await poller.pollScores(LEAGUE)
    expect(stage.provider.calls).toHaveLength(before)
  })

  it('asks only for the games in question, except in reviews', async () => {
    await kickOff()
    await read([0, 0], false)
    await read([0, 0], false)
    const scores = stage.provider.calls.filter((call) => call.includes('/scores'))
    expect(scores[0]).not.toContain('eventIds')
    expect(scores[1]).toContain(`eventIds=${stage.provider.odds[0]!.id}`)
  })
})
