// What holds for every bet on every market, however its games end.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import { heldStakesOf, type LedgerAccount, owedOf, postingsOf, walletOf } from '../ledger/postings.ts'
import { balanceOf, post, sumOf } from '../testing/invariants/balances.ts'
import { BETS, randomQuote, randomScore } from '../testing/random-markets.ts'
import { at, BETTOR, betPlaced, id, legAt, placeBet, quoteOf, twoWay } from '../testing/samples.ts'
import { mostReturnCents, settleBet } from './bet-settlement.ts'
import { struckLeg } from './grade-leg.ts'

const odds = fc
  .oneof(fc.integer({ min: 101, max: 500 }), fc.integer({ min: 101, max: 3_000 }))
  .map((h) => `${Math.trunc(h / 100)}.${String(h % 100).padStart(2, '0')}`)

const leg = fc.record({
  fixture: fc.nat({ max: 8 }),
  bet: fc.nat({ max: BETS.length - 1 }),
  odds,
  draw: fc.boolean(),
  home: fc.nat({ max: 4 }),
  away: fc.nat({ max: 4 }),
  ending: fc.constantFrom('result', 'result', 'result', 'result', 'abandoned', 'late'),
  way: fc.nat({ max: 11 }),
})
type RandomLeg = typeof leg extends fc.Arbitrary<infer Leg> ? Leg : never

const bets = fc.record({
  stakeCents: fc.oneof(fc.integer({ min: 10, max: 200 }), fc.integer({ min: 10, max: 1_000_000 })),
  legs: fc.uniqueArray(leg, { minLength: 1, maxLength: 5, selector: ({ fixture }) => fixture }),
})

const quoteFrom = ({ fixture, bet, odds: price, draw }: RandomLeg) => {
  const quote = quoteOf({ ...randomQuote(fixture, bet, 0), odds: price, fixture: id(`game ${fixture}`) })
  return draw ? quote : twoWay(quote)
}

function outcomeOf({ fixture, ending, home, away, way }: RandomLeg): FixtureOutcome {
  const closed = { fixture: id(`game ${fixture}`), version: 1, closedAt: ending === 'late' ? at(0) : at(9_000) }
  if (ending === 'abandoned') return { ...closed, kind: 'abandoned', why: 'cancelled' }
  return { ...closed, kind: 'result', ...randomScore(home, away, way) }
}

const struckFrom = ({ stakeCents, legs }: { stakeCents: number; legs: readonly RandomLeg[] }) => ({
  stakeCents,
  placedAt: at(0),
  legs: legs.map((one) => struckLeg(quoteFrom(one))),
})

describe('every bet', () => {
  it('moves between bettor and house exactly what it returns beyond its stake, and touches nobody else', () => {
    const grades = new Set<string>()
    fc.assert(
      fc.property(bets, fc.nat(), ({ stakeCents, legs }, owed) => {
        const settlement = settleBet(struckFrom({ stakeCents, legs }), legs.map(outcomeOf))
        if (settlement === null) return
        for (const { grade } of settlement.legs) grades.add(grade)
        const { returnCents, ...how } = settlement
        const owedPaidCents = Math.min(owed, returnCents)
        const data = { bet: id('bet'), stakeCents, returnCents, owedPaidCents, ...how, legs: [...how.legs] }
        const balances = new Map<LedgerAccount, number>()
        const stream = `account-${BETTOR}`
        const placed = betPlaced(placeBet({ stakeCents, legs: legs.map((one) => legAt(quoteFrom(one))) }))
        post(balances, postingsOf(stream, placed))
        post(balances, postingsOf(stream, { type: 'BetSettled', schema: 2, data }))
        const bettorCents = balanceOf(balances, walletOf(BETTOR)) + balanceOf(balances, owedOf(BETTOR))
        expect(bettorCents).toBe(returnCents - stakeCents)
        expect(balanceOf(balances, owedOf(BETTOR))).toBe(owedPaidCents)
        expect(bettorCents + balanceOf(balances, 'house:profit')).toBe(0)
        expect(balances.has(heldStakesOf(id('bet')))).toBe(false)
        expect(sumOf(balances, '')).toBe(0)
        // the return promised when it was struck is the most that it pays
        expect(returnCents).toBeLessThanOrEqual(placed.data.potentialReturnCents)
      }),
      { numRuns: 3_000 },
    )
    expect(grades.size).toBe(5)
  })

  it('is settled the same in whatever order its games are given, whatever other games are given', () =>
    fc.assert(
      fc.property(bets, fc.array(fc.nat(), { minLength: 5, maxLength: 5 }), ({ stakeCents, legs }, keys) => {
        const struck = struckFrom({ stakeCents, legs })
        const outcomes = legs.map(outcomeOf)
        const shuffled = outcomes
          .map((outcome, n) => ({ outcome, key: keys[n]! }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ outcome }) => outcome)
        const other: FixtureOutcome = { ...outcomes[0]!, fixture: id('another game') }
        expect(settleBet(struck, [other, ...shuffled])).toEqual(settleBet(struck, outcomes))
      }),
      { numRuns: 1_000 },
    ))

  it('stays lost once lost, and stays settled once settled, whichever games end later', () =>
    fc.assert(
      fc.property(bets, ({ stakeCents, legs }) => {
        const struck = struckFrom({ stakeCents, legs })
        const outcomes = legs.map(outcomeOf)
        const last = settleBet(struck, outcomes)
        for (let known = 0; known < outcomes.length; known++) {
          const before = settleBet(struck, outcomes.slice(0, known))
          if (before !== null) expect(before).toMatchObject({ outcome: 'lost', returnCents: 0 })
          if (before !== null) expect(last).toMatchObject({ outcome: 'lost', returnCents: 0 })
        }
      }),
      { numRuns: 1_000 },
    ))

  it('may return its potential return while nothing is known, and its actual return once everything is', () =>
    fc.assert(
      fc.property(bets, ({ stakeCents, legs }) => {
        const struck = struckFrom({ stakeCents, legs })
        const placed = betPlaced(placeBet({ stakeCents, legs: legs.map((one) => legAt(quoteFrom(one))) }))
        expect(mostReturnCents(struck, [])).toBe(placed.data.potentialReturnCents)
        const outcomes = legs.map(outcomeOf)
        const settlement = settleBet(struck, outcomes)
        if (settlement !== null) expect(mostReturnCents(struck, outcomes)).toBe(settlement.returnCents)
      }),
      { numRuns: 1_000 },
    ))

  it('may never return more than before as games end one by one, and never pays more than that', () =>
    fc.assert(
      fc.property(bets, ({ stakeCents, legs }) => {
        const struck = struckFrom({ stakeCents, legs })
        const outcomes = legs.map(outcomeOf)
        let before = mostReturnCents(struck, [])
        for (let known = 1; known <= outcomes.length; known++) {
          const told = outcomes.slice(0, known)
          const most = mostReturnCents(struck, told)
          expect(most).toBeLessThanOrEqual(before)
          expect(settleBet(struck, told)?.returnCents ?? most).toBe(most)
          before = most
        }
      }),
      { numRuns: 3_000 },
    ))

  it('returns what an independent model in exact fractions returns', () =>
    fc.assert(
      fc.property(bets, ({ stakeCents, legs }) => {
        const settlement = settleBet(struckFrom({ stakeCents, legs }), legs.map(outcomeOf))
        if (settlement === null || settlement.outcome === 'lost') return
        let [n, d] = [1n, 1n]
        let hasHalves = false
        for (const { grade, leg: index } of settlement.legs) {
          const price = BigInt(legs[index]!.odds.replace('.', ''))
          hasHalves ||= grade.startsWith('half')
          const [over, under] = {
            won: [price, 100n] as const,
            'half-won': [price + 100n, 200n] as const,
            void: [1n, 1n] as const,
            'half-lost': [1n, 2n] as const,
            lost: [0n, 1n] as const,
          }[grade]
          n *= over
          d *= under
        }
        const halfUp = (a: bigint, b: bigint) => a / b + (2n * (a % b) >= b ? 1n : 0n)
        const stake = BigInt(stakeCents)
        const expected = hasHalves ? halfUp(stake * n, d) : halfUp(stake * halfUp(100n * n, d), 100n)
        expect(settlement.returnCents).toBe(Number(expected))
      }),
      { numRuns: 3_000 },
    ))
})

describe('a bet of version 1', () => {
  it('is settled by the rules of its time: by the final score alone, whatever is known of regulation time', () => {
    const struck = {
      stakeCents: 1000,
      placedAt: at(0),
      legs: [struckLeg(quoteOf({ league: 'soccer_epl', selection: 'home', odds: '2.10' }))],
    }
    const closed = { kind: 'result', fixture: id('derby'), version: 1, closedAt: at(9_000) } as const
    const afterExtraTime = { ...closed, score: { home: 2, away: 1 }, regulation: { home: 1, away: 1 } }
    expect(settleBet(struck, [afterExtraTime], 1)).toMatchObject({ rule: 1, outcome: 'won', returnCents: 2100 })
    expect(settleBet(struck, [afterExtraTime], 2)).toMatchObject({ rule: 2, outcome: 'lost', returnCents: 0 })
  })
})
