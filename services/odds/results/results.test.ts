import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScoreEvent } from '../provider/wire.ts'
import { confirmedResult, type FixtureRead, foldRead, pointsOf, type ScoreState } from './results.ts'

const START = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => new Date(START.getTime() + 6_600_000 + seconds * 1_000)

const read = (seconds: number, score: [number, number] | null, more: Partial<FixtureRead> = {}): FixtureRead => ({
  home: score?.[0] ?? null,
  away: score?.[1] ?? null,
  completed: true,
  lastUpdate: at(-120),
  readAt: at(seconds),
  message: `${seconds}`.padStart(64, '0'),
  ...more,
})
const stateAfter = (...reads: FixtureRead[]): ScoreState => reads.reduce<ScoreState | null>(foldRead, null)!
const resultOf = (...reads: FixtureRead[]) => confirmedResult(stateAfter(...reads), START)

describe('a result', () => {
  it('needs two equal completed reads, 30 seconds apart', () => {
    expect(resultOf(read(0, [2, 1]))).toBeNull()
    expect(resultOf(read(0, [2, 1]), read(29.999, [2, 1]))).toBeNull()
    expect(resultOf(read(0, [2, 1]), read(30, [2, 1]))).toEqual({
      home: 2,
      away: 1,
      reads: [
        { readAt: at(0).toISOString(), message: read(0, null).message },
        { readAt: at(30).toISOString(), message: read(30, null).message },
      ],
      closedAt: at(-120).toISOString(),
    })
  })

  it('keeps the first of many equal reads', () => {
    expect(resultOf(read(0, [2, 1]), read(10, [2, 1]), read(20, [2, 1]), read(31, [2, 1]))?.reads[0]?.readAt).toBe(
      at(0).toISOString(),
    )
  })

  it('starts over if the score changes or completed is taken back', () => {
    expect(resultOf(read(0, [2, 1]), read(40, [2, 2]))).toBeNull()
    expect(resultOf(read(0, [2, 1]), read(40, [2, 2]), read(80, [2, 2]))?.away).toBe(2)
    expect(resultOf(read(0, [2, 1]), read(20, [2, 1], { completed: false }), read(40, [2, 1]))).toBeNull()
  })

  it('does not come from completed without a score', () => {
    expect(resultOf(read(0, null), read(60, null))).toBeNull()
    expect(resultOf(read(0, null), read(60, [1, 0]))).toBeNull()
    expect(stateAfter(read(0, null)).firstCompletedAt).toEqual(at(0))
  })

  it('closes at the first completed read, or at the provider’s last change before it', () => {
    const never = { lastUpdate: null }
    expect(resultOf(read(0, [0, 0], never), read(30, [0, 0], never))?.closedAt).toBe(at(0).toISOString())
    const late = { lastUpdate: at(20) }
    expect(resultOf(read(0, [0, 0], late), read(30, [0, 0], late))?.closedAt).toBe(at(0).toISOString())
    const nonsense = { lastUpdate: new Date(0) }
    expect(resultOf(read(0, [0, 0], nonsense), read(30, [0, 0], nonsense))?.closedAt).toBe(at(0).toISOString())
  })

  it('does not close at the last goal of a game that went on', () => {
    const live = { completed: false, lastUpdate: at(-6_000) }
    const state = stateAfter(read(-6_000, [1, 0], live), read(-60, [1, 0], { ...live, lastUpdate: at(-120) }))
    const concluded = [read(0, [1, 0]), read(30, [1, 0])].reduce(foldRead, state)
    expect(concluded.changedAt).toEqual(at(-6_000))
    expect(confirmedResult(concluded, START)?.closedAt).toBe(at(-120).toISOString())
  })

  it('is the last run of equal completed reads, in whatever order and however often they come', () => {
    const score = fc.constantFrom<[number, number] | null>([2, 1], [2, 1], [2, 2], null)
    // most reads come after the one before them, so that many histories end in a result
    const someRead = fc.record({
      later: fc.integer({ min: -15, max: 60 }),
      score,
      completed: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
      changed: fc.option(fc.integer({ min: -6_700, max: 300 })),
    })
    let confirmed = 0
    fc.assert(
      fc.property(fc.array(someRead, { minLength: 1, maxLength: 12 }), (told) => {
        let seconds = 0
        const reads = told.map(({ later, score, completed, changed }) => {
          seconds = Math.max(0, seconds + later)
          return read(seconds, score, { completed, lastUpdate: changed === null ? null : at(changed) })
        })
        const taken: FixtureRead[] = []
        for (const one of reads) if (taken.every(({ readAt }) => readAt < one.readAt)) taken.push(one)
        const last = taken.at(-1)!
        const other = (one: FixtureRead) => !one.completed || one.home !== last.home || one.away !== last.away
        const run = taken.slice(taken.findLastIndex(other) + 1)
        const first = run[0]
        const apart = first === undefined ? 0 : last.readAt.getTime() - first.readAt.getTime()
        const result = resultOf(...reads)
        if (first === undefined || last.home === null || apart < 30_000) {
          expect(result).toBeNull()
          return
        }
        confirmed += 1
        const seenOver = taken.find(({ completed }) => completed)!.readAt
        const { lastUpdate } = last
        const closed = lastUpdate !== null && lastUpdate > START && lastUpdate < seenOver ? lastUpdate : seenOver
        expect(result).toEqual({
          home: last.home,
          away: last.away,
          reads: [first, last].map(({ readAt, message }) => ({ readAt: readAt.toISOString(), message })),
          closedAt: closed.toISOString(),
        })
      }),
      { numRuns: 2_000 },
    )
    expect(confirmed).toBeGreaterThan(100)
  })

  it('ignores a read from before the last one', () => {
    const state = stateAfter(read(0, [2, 1]), read(40, [2, 1]))
    expect(foldRead(state, read(20, [0, 0]))).toBe(state)
  })
})

describe('points', () => {
  const event = (scores: ScoreEvent['scores']): ScoreEvent => ({
    id: 'a',
    sport_key: 'soccer_epl',
    sport_title: 'EPL',
    commence_time: START.toISOString(),
    home_team: 'Atlético Madrid',
    away_team: 'Oviedo',
    completed: true,
    scores,
    last_update: null,
  })
  it.each<[string, ScoreEvent['scores'], object | null]>([
    [
      'are matched by name',
      [
        { name: 'Oviedo', score: '3' },
        { name: 'Atlético Madrid', score: '1' },
      ],
      { home: 1, away: 3 },
    ],
    [
      'forgive case, composition and spacing',
      [
        { name: 'oviedo ', score: '3' },
        { name: 'Atle\u0301tico  Madrid', score: '1' },
      ],
      { home: 1, away: 3 },
    ],
    ['are nothing without scores', null, null],
    [
      'are nothing where a team is missing',
      [
        { name: 'Oviedo', score: '3' },
        { name: 'Real Madrid', score: '1' },
      ],
      null,
    ],
    [
      'are nothing where a team is there twice',
      [
        { name: 'Oviedo', score: '3' },
        { name: 'Oviedo', score: '3' },
        { name: 'Atlético Madrid', score: '1' },
      ],
      null,
    ],
    [
      'are nothing where they are no number',
      [
        { name: 'Oviedo', score: 'W' },
        { name: 'Atlético Madrid', score: '' },
      ],
      null,
    ],
    [
      'are nothing where one is null',
      [
        { name: 'Oviedo', score: null },
        { name: 'Atlético Madrid', score: '0' },
      ],
      null,
    ],
  ])('%s', (_name, scores, points) => expect(pointsOf(event(scores))).toEqual(points))
})
