// One day of the season of which `npm run season` plays a month: every fault, every market, and no bet forgotten.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#services/platform/clock/durations.ts'
import { ledger } from '#tests/audit/ledger-command.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { forgotten } from './reckoning/account.ts'
import { createSeason, type Season } from './season.ts'

let database: TestDatabase
let season: Season

beforeAll(async () => {
  database = await createTestDatabase()
  season = await createSeason({ url: database.url, seed: 'a day', start: '2026-11-21T00:00:00.000Z' })
  await season.play(DAY, { stepMs: HOUR, picks: 10, turnEvery: 1 })
}, 900_000)
afterAll(async () => {
  await season.close()
  await database.drop()
})

describe('a day of the simulated season', () => {
  it('leaves no bet behind', async () => {
    const account = await season.account()
    expect(account.bets).toBeGreaterThan(300)
    expect(forgotten(account)).toEqual([])
    expect(account.wrong).toEqual([])
    expect(account.markets.size).toBe(11)
  })

  it('is confirmed by the ledger', async () => {
    const { code, out } = await ledger(['verify'], { DATABASE_URL: database.url })
    expect(out).toMatch(/\d/)
    expect(code).toBe(0)
  })
})
