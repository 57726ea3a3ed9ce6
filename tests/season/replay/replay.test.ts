// Whole seasons, bet on market by market and settled by the product: the balance is what the rules give, to the cent.
import { describe, expect, it } from 'vitest'
import { ledger } from '#tests/audit/ledger-command.ts'
import { createTestDatabase } from '#tests/database.ts'
import { inMemory } from './in-memory.ts'
import { onPostgres } from './on-postgres.ts'
import { ownSeasons } from './own-seasons.ts'
import { footballSeasons, otherSeasons } from './recorded-seasons.ts'
import { replay } from './replay.ts'

const own = ownSeasons()
const recorded = [...footballSeasons(), ...otherSeasons()]

describe.each(own)('$name', ({ games }) => {
  it('is right to the cent', async () => {
    const season = games()
    expect(season.length).toBeGreaterThanOrEqual(12)
    const { walletCents, expectedCents, open } = await replay(season, inMemory())
    expect({ walletCents, open }).toEqual({ walletCents: expectedCents, open: 0 })
  })
})

it('our own seasons have every market, and bets that wait for an admin', async () => {
  const replayed = await Promise.all(own.map(({ games }) => replay(games(), inMemory())))
  expect(new Set(replayed.flatMap(({ markets }) => [...markets]))).toEqual(
    new Set(['h2h', 'h2h_3_way', 'draw_no_bet', 'double_chance', 'btts', 'spreads', 'totals', 'team_totals']),
  )
  expect(replayed.reduce((sum, { waited }) => sum + waited, 0)).toBeGreaterThan(20)
})

describe.skipIf(recorded.length === 0)('real seasons (RECORDED_ODDS)', () => {
  it.each(recorded)(
    '$name comes to the cent',
    async ({ games }) => {
      const season = games()
      expect(season.length).toBeGreaterThan(200)
      const { bets, walletCents, expectedCents, open } = await replay(season, inMemory())
      expect(bets).toBeGreaterThan(season.length)
      expect({ walletCents, open }).toEqual({ walletCents: expectedCents, open: 0 })
    },
    120_000,
  )
})

it('a season through Postgres is right to the cent, and the ledger confirms it', async () => {
  const database = await createTestDatabase()
  const stage = await onPostgres(database.url)
  try {
    const season =
      recorded.find(({ name }) => name.includes('E0_2324')) ?? own.find(({ name }) => name.includes('football'))!
    const { walletCents, expectedCents, open } = await replay(season.games(), stage)
    expect({ walletCents, open }).toEqual({ walletCents: expectedCents, open: 0 })
    const { code, out } = await ledger(['verify'], { DATABASE_URL: database.url })
    expect(out).toContain('clean')
    expect(code).toBe(0)
  } finally {
    await stage.close()
    await database.drop()
  }
}, 240_000)
