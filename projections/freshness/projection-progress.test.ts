import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { PROJECTIONS, type ProjectionName, TRAILING } from '../projection.ts'
import type { Announcement } from '../runner/announcement.ts'
import { type Progress, ProjectionProgress } from './projection-progress.ts'

const LOG = 'a'.repeat(32)
const LEADING = PROJECTIONS.filter((name) => !TRAILING.has(name))
const others = (name: ProjectionName) => LEADING.filter((one) => one !== name)
const at = (number: number, failed: string | null = null): Progress => {
  const hasSome = number >= 0
  return { position: hasSome ? String(number * 10) : null, hash: hasSome ? `hash ${number}` : null, number, failed }
}

describe('the known progress of the read models', () => {
  /** The checkpoints as they are stored. */
  let stored: Map<ProjectionName, Progress>
  /** Queries that wait for their reply, each with what was stored when it was sent. */
  let queries: (() => Promise<void>)[]
  let heard: (Announcement | null)[]
  let progress: ProjectionProgress

  beforeEach(async () => {
    stored = new Map(PROJECTIONS.map((name) => [name, at(5)]))
    queries = []
    heard = []
    const query = () =>
      new Promise((resolve) => {
        const rows = [...stored].map(([projection, one]) => ({ projection, logId: LOG, ...one }))
        queries.push(async () => {
          resolve({ rows, rowCount: rows.length })
          // lets what waits for the reply run before this is awaited
          await new Promise(setImmediate)
        })
      })
    const comparePositions = (one: string, other: string) => Number(one) - Number(other)
    progress = new ProjectionProgress({ query } as unknown as pg.Pool, { logId: LOG, comparePositions })
    const reloading = progress.reload({ missed: true })
    await answerAll()
    await reloading
    progress.onProjected((announcement) => heard.push(announcement))
  })

  async function answerAll(): Promise<void> {
    for (const answer of queries.splice(0)) await answer()
  }

  /** Stores the checkpoints first, as the projector does. Returns a function that announces it. */
  const fold = (number: number, folded: readonly ProjectionName[]) => {
    for (const name of folded) stored.set(name, at(number))
    return () => {
      const { position, hash } = at(number)
      progress.announced({
        ...{ position: position!, hash: hash!, number },
        ...{ partial: true, folded, accounts: [], fixtures: [] },
      })
    }
  }
  const missed = () => heard.filter((announcement) => announcement === null).length

  it('has missed nothing if one of them stopped, or has a lane of its own', async () => {
    stored.set('bets', at(5, 'event 6: no such bet'))
    for (const number of [6, 7, 8]) {
      fold(number, others('bets'))()
      await answerAll()
    }
    expect(progress.of('bets')?.failed).toBe('event 6: no such bet')
    expect(progress.of('house')?.number).toBe(8)
    fold(6, ['bets'])()
    fold(9, others('bets'))()
    await answerAll()
    expect(progress.of('bets')).toEqual(at(6))
    expect(missed()).toBe(0)
  })

  it('has not missed what is about to be announced, and does not know it before', async () => {
    const announceFirst = fold(6, others('bets'))
    const announceSecond = fold(7, others('bets'))
    announceFirst()
    await answerAll()
    expect([missed(), progress.of('house')?.number]).toEqual([0, 6])
    announceSecond()
    expect(progress.of('house')?.number).toBe(7)
  })

  it('has missed what a read model wrote before it stopped, because nobody announced it', async () => {
    stored.set('bets', at(6, 'event 7: no such bet'))
    for (const number of [8, 9]) {
      fold(number, others('bets'))()
      await answerAll()
    }
    expect(progress.of('bets')).toEqual(at(6, 'event 7: no such bet'))
    expect(missed()).toBe(1)
  })

  it('continues when one that had stopped continues', async () => {
    stored.set('bets', at(5, 'event 6: no such bet'))
    fold(6, others('bets'))()
    await answerAll()
    stored.set('bets', at(5))
    fold(7, others('bets'))()
    await answerAll()
    expect([progress.of('bets'), missed()]).toEqual([at(5), 0])
  })

  it('is read for all of them if an announcement does not say which have folded', async () => {
    for (const name of others('bets')) stored.set(name, at(6))
    progress.announced({ position: '60', hash: 'hash 6', number: 6, partial: true, all: true })
    await answerAll()
    expect([progress.of('house'), progress.of('bets'), missed()]).toEqual([at(6), at(5), 1])
  })

  it('does not fall back to what was stored before something announced meanwhile', async () => {
    const reloading = progress.reload({ missed: false })
    fold(6, LEADING)()
    await answerAll()
    await reloading
    expect(progress.hasReached('60', LEADING)).toBe(true)
    expect(missed()).toBe(0)
  })

  it('does not fall back to a late announcement: by another connection, or by the leader before', async () => {
    const announceLate = fold(6, [...TRAILING])
    fold(7, PROJECTIONS)()
    announceLate()
    await answerAll()
    expect(progress.hasReached('70', PROJECTIONS)).toBe(true)
    expect(missed()).toBe(0)
  })

  it('falls back with the read models if a crash took what they had', async () => {
    fold(7, PROJECTIONS)()
    fold(6, PROJECTIONS)()
    await answerAll()
    expect(progress.hasReached('70', PROJECTIONS)).toBe(false)
  })

  it('takes what is stored if nothing was announced meanwhile', async () => {
    stored.set('bets', at(3))
    stored.set('house', at(8))
    const reloading = progress.reload({ missed: false })
    await answerAll()
    await reloading
    expect([progress.of('bets'), progress.of('house'), missed()]).toEqual([at(3), at(8), 1])
  })
})
