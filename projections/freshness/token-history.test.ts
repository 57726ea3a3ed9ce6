import type pg from 'pg'
import { expect, it } from 'vitest'
import { UnknownPosition } from './freshness-errors.ts'
import { ProjectionProgress } from './projection-progress.ts'
import { TokenHistory } from './token-history.ts'

const LOG = 'a'.repeat(32)
const token = { logId: LOG, position: '7', hash: 'hash 7' }
const store = {
  logId: LOG,
  comparePositions: (one: string, other: string) => Number(one) - Number(other),
  lastPosition: async () => '8',
}

/**
 * The audit trail is folded up to event 6. `whileAsked` runs between the query of its rows and the reply, which has
 * none.
 */
function historyOf(whileAsked: (progress: ProjectionProgress) => void): TokenHistory {
  const pool = {
    query: async () => {
      whileAsked(progress)
      return { rows: [], rowCount: 0 }
    },
  } as unknown as pg.Pool
  const progress = new ProjectionProgress(pool, store)
  announce(progress, 6)
  return new TokenHistory(pool, store, progress)
}

const announce = (progress: ProjectionProgress, number: number) =>
  progress.announced({ position: String(number), hash: `hash ${number}`, number, accounts: [], fixtures: [] })

it('accepts a token that the audit trail reaches while it is being looked up', async () => {
  await historyOf((progress) => announce(progress, 8)).expectSameHistory(token)
})

it('accepts one that the audit trail has not reached', async () => {
  await historyOf(() => undefined).expectSameHistory(token)
})

it('refuses one that is missing from an audit trail beyond it', async () => {
  const history = historyOf(() => undefined)
  const before = { ...token, position: '5', hash: 'hash 5' }
  await expect(history.expectSameHistory(before)).rejects.toThrow(UnknownPosition)
})
