import { describe, expect, it } from 'vitest'
import type { FeedEvent, ScoreEvent } from '../provider/wire.ts'
import { oneListingEach, oneRead } from './one-listing.ts'

const event = (id: string): FeedEvent => ({
  id,
  sport_key: 'soccer_epl',
  sport_title: 'EPL',
  commence_time: '2026-11-20T12:00:00Z',
  home_team: 'Harbour Town',
  away_team: 'Hill City',
})
const read = (id: string, score: [string, string] | null, completed = false): ScoreEvent => ({
  ...event(id),
  completed,
  last_update: null,
  scores: score && [
    { name: 'Harbour Town', score: score[0] },
    { name: 'Hill City', score: score[1] },
  ],
})

describe('of several scores of one fixture', () => {
  it.each<[string, readonly ScoreEvent[], string | null]>([
    ['the only one counts', [read('a', null)], 'a'],
    ['one with a score goes before one without', [read('a', null), read('b', ['1', '0'])], 'b'],
    ['a score goes before completed without one', [read('a', null, true), read('b', ['1', '0'])], 'b'],
    ['the final one goes before one in play', [read('a', ['1', '0']), read('b', ['2', '0'], true)], 'b'],
    ['final ones that agree count', [read('b', ['2', '0'], true), read('a', ['2', '0'], true)], 'a'],
    ['final ones that contradict each other do not', [read('a', ['1', '0'], true), read('b', ['2', '0'], true)], null],
    ['none is none', [], null],
  ])('%s', (_what, reads, id) => expect(oneRead(reads)?.id ?? null).toBe(id))
})

describe('of several listings of one fixture', () => {
  const since = new Map([
    ['a', 1],
    ['b', 3],
    ['c', 2],
  ])
  const listingsOf = async (fixtures: readonly string[]) =>
    fixtures.flatMap((fixture) =>
      [...since].map(([providerId, at]) => {
        const firstListedAt = new Date(at)
        return { providerId, fixture, firstListedAt, lastListedAt: firstListedAt, absentSince: null, absences: 0 }
      }),
    )

  it('the one that was listed last counts, in whatever order they come', async () => {
    const fixtures = new Map(['a', 'b', 'c'].map((id) => [id, 'game']))
    for (const ids of ['abc', 'cba', 'bca', 'acb']) {
      const found = await oneListingEach({ listingsOf }, [...ids].map(event), fixtures)
      expect([...found].map(([fixture, { id }]) => [fixture, id])).toEqual([['game', 'b']])
    }
    const found = await oneListingEach({ listingsOf }, ['c', 'a'].map(event), fixtures)
    expect(found.get('game')?.id).toBe('c')
  })

  it('an id without a fixture is left out', async () => {
    expect(await oneListingEach({ listingsOf }, [event('x')], new Map())).toEqual(new Map())
  })
})
