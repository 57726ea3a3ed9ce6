// An evening on which the provider fails in one way after another while bets are open: the product keeps serving, says
// how old its data is, strikes no bet at stale or implausible prices, recovers by itself, and every bet ends correctly.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import type { FeedHealth } from '#services/contract/sports.ts'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import { ledger } from '#tests/audit/ledger-command.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { ask, call, SUPER_ADMIN, signIn } from '#tests/product.ts'
import { createBettors } from './betting/bettors.ts'
import { type Pick, picksOf, slipOf } from './betting/slips.ts'
import { forgotten } from './reckoning/account.ts'
import { createSeason, type Season } from './season.ts'

const STEP = 5 * MINUTE
/** Longer than any price before the start is good for. */
const FAULTY = 20 * MINUTE
const SEED = 'an evening'

let database: TestDatabase
let season: Season
let adminToken: string
let isSlow = false

beforeAll(async () => {
  database = await createTestDatabase()
  const start = '2026-11-20T18:00:00.000Z'
  season = await createSeason({ url: database.url, seed: SEED, start, faults: 'off', bettors: 5, isSlow: () => isSlow })
  const { username, password } = SUPER_ADMIN
  adminToken = await signIn(season.house.origin, username, password)
  await pass(STEP)
  const bettors = createBettors(season.house, SEED, season.bets)
  for (let turn = 0; turn < 3; turn++) {
    await bettors.beforeTheStart(12)
    await bettors.inPlay(8)
  }
}, 240_000)
afterEach(() => endScript())
afterAll(async () => {
  await season.close()
  await database.drop()
})

/** Lets business time pass; it ends with a poll. */
async function pass(ms: number): Promise<void> {
  const { clock, poller, settling } = season.house
  for (let left = ms; left > 0; left -= STEP) {
    clock.advance(STEP)
    await poller.tick()
    await season.house.folded()
    await settling.drain()
  }
}

async function script(entries: readonly { readonly fault: string; readonly [more: string]: unknown }[]): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(entries)
  const reply = await fetch(`${season.providerUrl}/__sim/script`, { method: 'POST', headers, body })
  expect(reply.status).toBe(201)
  isSlow = entries.some(({ fault }) => fault === 'slow')
}
async function endScript(): Promise<void> {
  await fetch(`${season.providerUrl}/__sim/script`, { method: 'DELETE' })
  isSlow = false
}

const upcoming = () => ask<Game[]>(season.house.origin, '/api/sports?upcoming=true')
const health = () => ask<FeedHealth>(season.house.origin, '/api/admin/feed-health', { token: adminToken })

async function bet(pick: Pick): Promise<{ status: number; code: string | undefined }> {
  const { origin, bettors } = season.house
  const body = slipOf([pick], 2, 'any')
  const reply = await call<{ code?: string }>(origin, '/api/bets/place-bet', { token: bettors[0]!, body })
  if (reply.status === 200) season.bets.accepted += 1
  return { status: reply.status, code: reply.body.code }
}

/** A match result of a game that is far enough ahead. */
async function somePick(): Promise<Pick> {
  const from = season.house.clock.businessNow().getTime() + HOUR
  const games = (await upcoming()).filter(({ commence_time }) => Date.parse(commence_time) > from)
  const pick = games.flatMap(picksOf).find(({ market, game }) => market === 'h2h' && game.sport === 'soccer')
  expect(pick).toBeDefined()
  return pick!
}

const ACCEPTED = { status: 200, code: undefined }
const REFUSED = { status: 409, code: 'odds_changed' }

describe.each([
  ['out-of-credits', 'out-of-credits'],
  ['rate-limit', 'rate-limited'],
  ['server-error', 'unreachable'],
  ['garbage', 'unreachable'],
  ['slow', 'unreachable'],
])('while every answer is %s', (fault, trouble) => {
  it('games are shown, bets are refused, and the age of the prices is reported; afterwards everything is as before', async () => {
    const pick = await somePick()
    const gamesBefore = (await upcoming()).length
    await script([{ fault, minutes: 600 }])
    await pass(FAULTY)
    expect((await upcoming()).length).toBeGreaterThan(gamesBefore / 2)
    await expect.poll(async () => (await health()).trouble?.kind).toBe(trouble)
    const { status, leagues, counts } = await health()
    expect(status).not.toBe('live')
    expect(counts.staleLeagues).toBeGreaterThan(5)
    const league = leagues.find((one) => one.league === pick.game.league_key)!
    expect(league.odds.ageS! * 1_000).toBeGreaterThanOrEqual(FAULTY)
    expect(await bet(pick)).toEqual(REFUSED)
    await expect.poll(() => season.house.board.game(pick.game.id)?.stale).toBe(true)

    await endScript()
    await pass(3 * STEP)
    await expect.poll(health, { timeout: 60_000 }).toMatchObject({ status: 'live', trouble: null })
    await expect.poll(async () => bet(await somePick())).toEqual(ACCEPTED)
  })
})

describe('replies of the provider', () => {
  it('an empty list takes down the prices, but no game', async () => {
    const pick = await somePick()
    await script([{ fault: 'empty-league', league: pick.game.league_key, minutes: 600 }])
    await pass(FAULTY)
    expect((await upcoming()).map(({ id }) => id)).toContain(pick.game.id)
    expect(await bet(pick)).toEqual(REFUSED)
    await endScript()
    await pass(2 * STEP)
    await expect.poll(async () => bet(await somePick())).toEqual(ACCEPTED)
  })

  it('nobody can bet at ten times the price', async () => {
    const pick = await somePick()
    await script([{ fault: 'tenfold-price', fixture: await providerId(pick.game.id), minutes: 30 }])
    await pass(STEP)
    const legs = (
      await season.house.pool.query('select 1 from app.suspended_market where fixture_id = $1', [pick.game.id])
    ).rowCount
    expect(legs).toBeGreaterThan(0)
    // the api hears of it a moment later, and a bet in between gets the price from before
    const shown = async () => (await upcoming()).filter(({ id }) => id === pick.game.id).flatMap(picksOf)
    await expect.poll(async () => (await shown()).some(({ market }) => market === pick.market)).toBe(false)
    expect(await bet(pick)).toEqual(REFUSED)
    await endScript()
    await pass(2 * STEP)
    await expect.poll(() => bet(pick)).toEqual(ACCEPTED)
  })

  it('a game that vanishes is eventually abandoned, and its stakes go back', async () => {
    const pick = await somePick()
    await expect.poll(() => bet(pick)).toEqual(ACCEPTED)
    await script([{ fault: 'cancelled', fixture: await providerId(pick.game.id) }])
    await pass(FAULTY)
    expect(await bet(pick)).toEqual(REFUSED)
    await season.playOut()
    const { grades } = await gradesOf(pick.game.id)
    expect(new Set(grades)).toEqual(new Set(['void not-completed']))
  }, 600_000)

  it('every bet of the evening ended correctly', async () => {
    const account = await season.account()
    expect(account.bets).toBe(season.bets.accepted)
    expect(account.bets).toBeGreaterThan(25)
    expect([forgotten(account), account.wrong]).toEqual([[], []])
    const { code, out } = await ledger(['verify'], { DATABASE_URL: database.url })
    expect([code, out]).toEqual([0, expect.stringContaining('clean')])
  })
})

async function providerId(fixture: string): Promise<string> {
  const { rows } = await season.house.pool.query<{ provider_id: string }>(
    'select provider_id from app.provider_fixture where fixture_id = $1',
    [fixture],
  )
  return rows[0]!.provider_id
}

async function gradesOf(fixture: string) {
  const bets = await season.reckoned()
  const grades = bets.flatMap(({ settlement }) =>
    (settlement?.legs ?? [])
      .filter((leg) => leg.fixture === fixture)
      .map(({ grade, voidReason }) => `${grade} ${voidReason}`),
  )
  return { grades }
}
