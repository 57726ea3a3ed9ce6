import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { PROJECTIONS, type ProjectionName, TRAILING } from '../projection.ts'
import type { Announcement } from '../runner/announcement.ts'
import { type Progress, ProjectionProgress } from './projection-progress.ts'

const LOG = 'a'.repeat(32)
const LEADING = PROJECTIONS.filter((name) => !TRAILING.has(name))
const at = (number: number, failed: string | null = null): Progress => {
  const hasSome = number >= 0
  return { position: hasSome ? String(number * 10) : null, hash: hasSome ? `hash ${number}` : null, number, failed }
}

describe('what is known of the read models', () => {
  /** The checkpoints as they are stored. */
  let stored: Map<ProjectionName, Progress>
  /** Queries that were sent and wait for their answer: what was stored when they were. */
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
          // what waits for it runs before this is awaited
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

  /** As the projector does: the checkpoints first. Returns the way to announce it. */
  const fold = (number: number, folded: readonly ProjectionName[]) => {
    for (const name of folded) stored.set(name, at(number))
    return () => {
      const { position, hash } = at(number)
      progress.announced(JSON.stringify({ position, hash, number, partial: true, folded, accounts: [], fixtures: [] }))
    }
  }
  const missed = () => heard.filter((announcement) => announcement === null).length

  it('goes back to nothing that was stored before what was announced meanwhile', async () => {
    const reloading = progress.reload({ missed: false })
    fold(6, LEADING)()
    await answerAll()
    await reloading
    expect(progress.hasReached('60', LEADING)).toBe(true)
    expect(missed()).toBe(0)
  })

  it('takes what is stored where nothing was announced meanwhile', async () => {
    stored.set('bets', at(3))
    stored.set('house', at(8))
    const reloading = progress.reload({ missed: false })
    await answerAll()
    await reloading
    expect([progress.of('bets'), progress.of('house'), missed()]).toEqual([at(3), at(8), 1])
  })
})
