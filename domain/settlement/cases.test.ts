// The table of settlement cases, cases.tsv: what each settles to, and that no cent appears or disappears.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { heldStakesOf, type LedgerAccount, postingsOf, walletOf } from '../ledger/postings.ts'
import { balanceOf, post, sumOf } from '../testing/invariants/balances.ts'
import { at, BETTOR, betPlaced, id, legAt, placeBet } from '../testing/samples.ts'
import { type SettlementCase, settlementCases } from '../testing/settlement-cases.ts'
import { settleBet } from './bet-settlement.ts'
import { struckLeg } from './grade-leg.ts'
import { marketOf } from './markets.ts'

const cases = settlementCases()

const settledNow = (
  { stakeCents, quotes, outcomes }: SettlementCase,
  inOrder: (known: typeof outcomes) => typeof outcomes = (known) => known,
) => settleBet({ stakeCents, placedAt: at(0), legs: quotes.map(struckLeg) }, inOrder(outcomes))

describe('the table of settlement cases', () => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const settlement = settledNow(one)
    const { expected } = one
    if (expected === null) {
      expect(settlement).toBeNull()
      return
    }
    const { grades, outcome, returnCents } = expected
    const named = grades.flatMap((grade, leg) =>
      grade === null ? [] : [{ leg, fixture: id(`game ${leg}`), ...grade }],
    )
    expect(settlement).toMatchObject({ rule: 2, outcome, returnCents })
    expect(settlement?.legs.map(({ factor: _, result: __, ...leg }) => leg)).toEqual(named)
  })

  it('has every kind of market, and every grade that each can have', () => {
    const seen = new Map<string, Set<string>>()
    for (const { quotes, expected } of cases) {
      for (const [n, { market }] of quotes.entries()) {
        const known = marketOf(market)
        const kind = known === null ? 'unknown' : known.period === null ? known.kind : `${known.kind} of a period`
        const grades = seen.get(kind) ?? new Set()
        seen.set(kind, grades.add(expected === null ? 'undecided' : (expected.grades[n]?.grade ?? '-')))
      }
    }
    const all = ['won', 'half-won', 'void', 'half-lost', 'lost', 'undecided']
    const whole = ['won', 'void', 'lost', 'undecided']
    for (const kind of ['spreads', 'totals']) expect([...seen.get(kind)!]).toEqual(expect.arrayContaining(all))
    for (const kind of ['h2h', 'draw_no_bet']) expect([...seen.get(kind)!]).toEqual(expect.arrayContaining(whole))
    for (const kind of ['h2h_3_way', 'double_chance', 'btts', 'team_totals']) {
      expect([...seen.get(kind)!]).toEqual(expect.arrayContaining(['won', 'lost', 'undecided']))
    }
    expect(seen.size).toBe(8 + 8 + 1)
  })

  it('is long enough, has no case twice, and gives the source of each rule', () => {
    expect(cases.length).toBeGreaterThanOrEqual(150)
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
    const told = readFileSync(join(import.meta.dirname, '../../docs/settlement.md'), 'utf8')
    for (const source of new Set(cases.map((one) => one.source))) expect(told).toContain(`| ${source} |`)
  })
})

describe('the money of every case', () => {
  const decided = cases.filter(({ expected }) => expected !== null)

  it.each(decided.map((one) => [one.name, one] as const))('cancels out: %s', (_, one) => {
    const { stakeCents, quotes } = one
    const placed = betPlaced(placeBet({ stakeCents, legs: quotes.map((quote) => legAt(quote)) }))
    const { returnCents, ...settlement } = settledNow(one)!
    expect(returnCents).toBeLessThanOrEqual(placed.data.potentialReturnCents)
    const data = {
      bet: id('bet'),
      stakeCents,
      returnCents,
      owedPaidCents: 0,
      ...settlement,
      legs: [...settlement.legs],
    }
    const balances = new Map<LedgerAccount, number>()
    const stream = `account-${BETTOR}`
    post(balances, postingsOf(stream, placed))
    expect(balanceOf(balances, heldStakesOf(id('bet')))).toBe(stakeCents)
    post(balances, postingsOf(stream, { type: 'BetSettled', schema: 2, data }))
    expect(balanceOf(balances, walletOf(BETTOR))).toBe(returnCents - stakeCents)
    expect(balanceOf(balances, 'house:profit')).toBe(stakeCents - returnCents || 0)
    expect(sumOf(balances, '')).toBe(0)
    expect([...balances.keys()].every((account) => !account.startsWith('bet:'))).toBe(true)
  })

  it('does not depend on the order in which the games are given', () => {
    for (const one of cases) expect(settledNow(one, (known) => known.toReversed())).toEqual(settledNow(one))
  })
})
