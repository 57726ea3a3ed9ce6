// The rows, compared with figures worked out by hand and with the ledger's own balances.
import { describe, expect, it } from 'vitest'
import type { AccountEvent } from '#domain/account/events.ts'
import type { FixtureEvent } from '#domain/fixture/events.ts'
import { postingsOf } from '#domain/ledger/postings.ts'
import { type Balances, balanceOf, post, sumOf } from '#domain/testing/invariants/balances.ts'
import {
  ADMIN,
  at,
  BETTOR,
  betPlaced,
  floatSet,
  id,
  legOf,
  opened,
  placeBet,
  received,
} from '#domain/testing/samples.ts'
import { randomScenario, type ScenarioStep } from './testing/scenario.ts'
import { account, fixture, fixtureListed, result, rowsOf } from './testing/steps.ts'

const MATCH = id('derby')
const CUP = id('cup')
const sent = (transfer: string, amountCents: number): AccountEvent => ({
  type: 'TransferSent',
  schema: 1,
  data: { transfer: id(transfer), from: 'float', to: BETTOR, into: 'wallet', amountCents, purpose: 'deposit' },
})
const placed = (bet: string, stakeCents: number, ...fixtures: string[]): AccountEvent =>
  betPlaced(placeBet({ bet: id(bet), stakeCents, legs: fixtures.map((one) => legOf({ fixture: one })) }))
const settled = (
  bet: string,
  stakeCents: number,
  outcome: 'won' | 'lost' | 'refunded',
  returnCents: number,
  legs: readonly [fixture: string, result: number][],
): AccountEvent => ({
  type: 'BetSettled',
  schema: 2,
  data: {
    bet: id(bet),
    rule: 2,
    outcome,
    stakeCents,
    returnCents,
    owedPaidCents: 0,
    legs: legs.map(([one, result], leg) => ({
      leg,
      fixture: one,
      result,
      grade: outcome === 'refunded' ? 'void' : outcome,
      ...(outcome === 'refunded' ? { voidReason: 'late' } : {}),
      factor: '1.00',
    })),
  },
})
const corrected = (home: number, replaces: number): FixtureEvent => ({
  type: 'ResultCorrected',
  schema: 2,
  data: {
    score: { home, away: 0 },
    regulation: { home, away: 0 },
    source: 'admin',
    reads: [],
    closedAt: at(9000),
    replaces,
  },
})

const LIFE: readonly ScenarioStep[] = [
  account(ADMIN, 0, opened('admin'), floatSet(500_00)),
  account(BETTOR, 1, opened()),
  fixtureListed(MATCH, 'p-match'),
  fixtureListed(CUP, 'p-cup'),
  account(ADMIN, 2, sent('one', 100_00)),
  account(BETTOR, 3, received(100_00, id('one'))),
  account(ADMIN, 4, sent('two', 50_00)),
  account(BETTOR, 10, placed('single', 10_00, MATCH)),
  account(BETTOR, 11, placed('parlay', 20_00, MATCH, CUP)),
  account(BETTOR, 12, placed('late', 5_00, MATCH)),
  account(BETTOR, 13, placed('voided', 1_00, CUP)),
  account(BETTOR, 14, placed('open', 2_00, CUP)),
  fixture(MATCH, 9000, result(1)),
  account(BETTOR, 9001, settled('single', 10_00, 'won', 21_00, [[MATCH, 1]])),
  account(BETTOR, 9002, settled('late', 5_00, 'refunded', 5_00, [[MATCH, 1]])),
  account(BETTOR, 9003, {
    type: 'BetVoided',
    schema: 1,
    data: { bet: id('voided'), stakeCents: 1_00, owedPaidCents: 0 },
  }),
  fixture(MATCH, 9004, corrected(0, 1)),
  account(BETTOR, 9005, settled('parlay', 20_00, 'lost', 0, [[MATCH, 1]])),
  account(BETTOR, 9006, { type: 'AccountBlocked', schema: 1, data: {} }),
  fixture(CUP, 9007, { type: 'FixtureAbandoned', schema: 2, data: { closedAt: at(8000), why: 'cancelled' } }),
]

describe('the rows of a small history', async () => {
  const row = (rows: readonly unknown[] | undefined, key: string, value: string) =>
    rows?.find((one) => (one as Record<string, unknown>)[key] === value)

  it('are those worked out by hand', async () => {
    const rows = await rowsOf(LIFE)
    // 100 in; 10 + 20 + 5 + 1 + 2 staked; 21 + 5 + 1 back
    expect(row(rows.account, 'account_id', BETTOR)).toMatchObject({
      role: 'user',
      opened_by: 'sign-up',
      blocked: true,
      closed: false,
      wallet_cents: 89_00,
      float_cents: 0,
      owed_cents: 0,
      version: 11,
    })
    expect(row(rows.account, 'account_id', ADMIN)).toMatchObject({ role: 'admin', float_cents: 350_00, version: 3 })
    expect(rows.transfer).toEqual([
      expect.objectContaining({ transfer_id: id('two'), sender: ADMIN, receiver: BETTOR, amount_cents: 50_00 }),
    ])
    expect(rows.house).toEqual([
      {
        one: true,
        treasury_cents: -500_00,
        grants_cents: 0,
        profit_cents: 9_00,
        settled_bets: 4,
        open_bets: 1,
        open_stakes_cents: 2_00,
        transit_cents: 50_00,
        bettors: 1,
        goodwill_cents: 0,
        wallets_cents: 89_00,
      },
    ])
    const day = { day: '2026-11-20', league: 'soccer_epl' }
    expect(rows.house_day).toEqual([
      {
        ...day,
        ...{ market: 'h2h', placed: 4, staked_cents: 18_00 },
        ...{ settled: 3, stakes_cents: 16_00, returns_cents: 27_00 },
      },
      {
        ...day,
        ...{ market: 'parlay', placed: 1, staked_cents: 20_00 },
        ...{ settled: 1, stakes_cents: 20_00, returns_cents: 0 },
      },
    ])
    expect(rows.liability).toEqual([
      {
        ...{ fixture_id: CUP, market: 'h2h', point: '', selection: 'home' },
        ...{ singles: 1, stakes_cents: 2_00, returns_cents: 4_20 },
        ...{ parlays: 0, parlay_returns_cents: 0, exposure_cents: 4_20 },
        // its game was given up: the stake goes back
        ...{ most_singles_cents: 2_00, most_parlays_cents: 0, most_cents: 2_00 },
      },
    ])
    // refunded bets do not count: 10, 20 and 2 are left
    expect(rows.user_statistics).toEqual([
      {
        account_id: BETTOR,
        total_bets: 3,
        total_stake_cents: 32_00,
        total_winnings_cents: 21_00,
        profit_cents: -9_00,
        open_bets: 1,
      },
    ])
  })

  it('have every bet with its legs, and what a correction superseded', async () => {
    const rows = await rowsOf(LIFE)
    expect(row(rows.bet, 'bet_id', id('single'))).toMatchObject({
      account_id: BETTOR,
      status: 'won',
      stake_cents: 10_00,
      odds: '2.10',
      struck_return_cents: 21_00,
      return_cents: 21_00,
      legs: [expect.objectContaining({ fixture: MATCH, selection: 'home' })],
      graded: [expect.objectContaining({ fixture: MATCH, grade: 'won' })],
      placed_event: `account-${BETTOR}@2`,
      settled_event: `account-${BETTOR}@7`,
    })
    expect(row(rows.bet, 'bet_id', id('parlay'))).toMatchObject({ status: 'lost', return_cents: 0, odds: '4.41' })
    expect(row(rows.bet, 'bet_id', id('voided'))).toMatchObject({
      status: 'refunded',
      return_cents: 1_00,
      graded: null,
    })
    expect(row(rows.bet, 'bet_id', id('open'))).toMatchObject({ status: 'pending', return_cents: null, graded: null })
    expect(rows.open_leg).toEqual([{ fixture_id: CUP, bet_id: id('open'), leg: 0, account_id: BETTOR }])
    expect(rows.decided_fixture).toHaveLength(2)
    expect(rows.decided_fixture).toContainEqual({ fixture_id: MATCH, result: 2 })
    const overtaken = { fixture_id: MATCH, settled_result: 1, current_result: 2 }
    expect(rows.superseded_bet).toHaveLength(3)
    for (const bet of ['single', 'late', 'parlay']) {
      expect(rows.superseded_bet).toContainEqual({ bet_id: id(bet), ...overtaken })
    }
  })

  it('have the fixtures, and who did what', async () => {
    const rows = await rowsOf(LIFE)
    expect(row(rows.fixture, 'fixture_id', MATCH)).toMatchObject({
      result_home: 0,
      result_away: 0,
      result_version: 2,
      abandoned: false,
      version: 2,
    })
    expect(row(rows.fixture, 'fixture_id', CUP)).toMatchObject({
      result_home: null,
      result_version: 1,
      abandoned: true,
    })
    expect(row(rows.provider_fixture, 'provider_id', 'p-cup')).toEqual({ provider_id: 'p-cup', fixture_id: CUP })
    const events = LIFE.reduce((sum, step) => sum + step.events.length, 1)
    expect(rows.audit).toHaveLength(events)
    expect(row(rows.audit, 'type', 'AccountBlocked')).toMatchObject({
      number: events - 2,
      stream: `account-${BETTOR}`,
      version: 11,
      actor_id: BETTOR,
      actor_role: 'user',
    })
  })
})

describe('the rows of random histories', () => {
  it('hold what the ledger’s accounts hold', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const scenario = randomScenario(seed, 300)
      const rows = (await rowsOf(scenario)) as Record<string, Record<string, number | string>[]>
      const balances: Balances = new Map()
      for (const { stream, events } of scenario) for (const event of events) post(balances, postingsOf(stream, event))
      for (const row of rows.account!) {
        expect(row.wallet_cents).toBe(balanceOf(balances, `user:${row.account_id}:wallet`))
        expect(row.float_cents).toBe(balanceOf(balances, `admin:${row.account_id}:float`))
        expect(row.owed_cents).toBe(balanceOf(balances, `user:${row.account_id}:owed`))
        const lines = rows.statement_line!.filter((line) => line.account_id === row.account_id)
        const inOrder = lines.toSorted((a, b) => Number(a.number) - Number(b.number) || Number(a.line) - Number(b.line))
        let balance = 0
        for (const line of inOrder) {
          balance += Number(line.amount_cents)
          expect(line.balance_cents).toBe(balance)
        }
        expect(balance).toBe(Number(row.wallet_cents) + Number(row.float_cents))
      }
      expect(rows.house![0]).toMatchObject({
        treasury_cents: balanceOf(balances, 'treasury'),
        grants_cents: balanceOf(balances, 'house:grants'),
        profit_cents: balanceOf(balances, 'house:profit'),
        open_stakes_cents: sumOf(balances, 'bet:'),
        transit_cents: sumOf(balances, 'transit:'),
        open_bets: rows.bet!.filter((bet) => bet.status === 'pending').length,
        settled_bets: rows.bet!.filter((bet) => bet.status !== 'pending').length,
      })
      const inTransit = rows.transfer!.reduce((sum, transfer) => sum + Number(transfer.amount_cents), 0)
      expect(inTransit).toBe(sumOf(balances, 'transit:'))
    }
  })

  it('come from every kind of event, every outcome, and superseded settlements', async () => {
    const rows = (await rowsOf(randomScenario(5, 650))) as Record<string, Record<string, unknown>[]>
    const distinct = (table: string, column: string) => new Set(rows[table]!.map((row) => row[column]))
    expect(distinct('audit', 'type').size).toBe(27)
    expect(distinct('bet', 'status')).toEqual(new Set(['pending', 'won', 'lost', 'refunded']))
    expect(rows.superseded_bet!.length).toBeGreaterThan(0)
    expect(rows.transfer!.length).toBeGreaterThan(0)
  })
})

it('after every event that moves money, the totals of the ledger are those of its own balances', async () => {
  const scenario = randomScenario(78, 260)
  const { balance_total: totals, audit } = await rowsOf(scenario)
  const [rows, trail] = [totals, audit] as Record<string, number | string>[][]
  const numberOf = new Map(trail!.map((row) => [`${row.stream}@${row.version}`, row.number]))
  const balances: Balances = new Map()
  const versions = new Map<string, number>()
  const due = scenario.flatMap(({ stream, events }) =>
    events.flatMap((event) => {
      const version = (versions.get(stream) ?? -1) + 1
      versions.set(stream, version)
      const postings = postingsOf(stream, event)
      if (postings.length === 0) return []
      post(balances, postings)
      const number = numberOf.get(`${stream}@${version}`)
      return [
        {
          number,
          treasury_cents: balanceOf(balances, 'treasury'),
          floats_cents: sumOf(balances, 'admin:', ':float'),
          wallets_cents: sumOf(balances, 'user:', ':wallet'),
          owed_cents: sumOf(balances, 'user:', ':owed'),
          transit_cents: sumOf(balances, 'transit:'),
          stakes_cents: sumOf(balances, 'bet:'),
          profit_cents: balanceOf(balances, 'house:profit'),
          grants_cents: balanceOf(balances, 'house:grants'),
          goodwill_cents: balanceOf(balances, 'house:goodwill'),
        },
      ]
    }),
  )
  expect(due.length).toBeGreaterThan(100)
  expect(rows!.toSorted((a, b) => Number(a.number) - Number(b.number))).toEqual(due)
})
