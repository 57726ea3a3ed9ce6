// Two implementations that share no code must agree on random input: the domain's and the auditor's.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Quote } from '#domain/bet/bet-events.ts'
import { eventSchemas } from '#domain/events.ts'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { acceptsOdds, acceptsProduct, parlayOdds, returnCents as returnByDomain } from '#domain/odds.ts'
import { settleBet } from '#domain/settlement/bet-settlement.ts'
import { struckLeg } from '#domain/settlement/grade-leg.ts'
import { quoteOf } from '#domain/testing/samples.ts'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { writeLog } from '#projections/testing/write-log.ts'
import { parseUserName } from '#services/accounts/names/names.ts'
import { canonicalText } from '#services/auditor/events/canonical.ts'
import { integerPattern } from '#services/auditor/events/integer-pattern.ts'
import type { JsonSchema } from '#services/auditor/events/json-schema.ts'
import { patternOf } from '#services/auditor/events/pattern.ts'
import { foldedOnce, normalised } from '#services/auditor/identity/usernames.ts'
import { isWithinPolicy, productOfOdds, returnCents } from '#services/auditor/rules/arithmetic.ts'
import { gradeBet, gradeByHand, gradeLeg, type LegVerdict } from '#services/auditor/rules/grading.ts'
import { overtimeCounts } from '#services/auditor/rules/markets.ts'
import { canonicalJson } from '#services/event-store/canonical.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { createTestDatabase } from '../database.ts'
import { verifyAsIfRunning } from './house.ts'
import { OF_THE_SCENARIO, stepsWrittenNow } from './scenarios.ts'

const oddsUpTo = (max: number) =>
  fc.integer({ min: 100, max }).map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`)
const odds = oddsUpTo(100_000)
const stake = fc.oneof(fc.integer({ min: 10, max: 100_000 }), fc.integer({ min: 10, max: 5_000_000_000 }))

describe('the domain and the auditor agree', () => {
  test('on the product of odds and the return', () => {
    fc.assert(
      fc.property(fc.array(odds, { minLength: 1, maxLength: 5 }), stake, (legs, stakeCents) => {
        const product = parlayOdds(legs)
        fc.pre(product !== null)
        expect(productOfOdds(legs)).toBe(product)
        const due = returnByDomain(stakeCents, product!)
        fc.pre(due !== null)
        expect(returnCents(stakeCents, product!)).toBe(due)
      }),
    )
  })

  const policies = fc.constantFrom('within-10-percent', 'better', 'none', 'any')

  test('on what a bettor had accepted, leg by leg and in all', () => {
    fc.assert(
      fc.property(policies, fc.array(fc.tuple(odds, odds), { minLength: 1, maxLength: 4 }), (policy, pairs) => {
        const [seen, struck] = [pairs.map(([before]) => before), pairs.map(([, now]) => now)]
        expect(isWithinPolicy(policy, seen, struck)).toBe(acceptsProduct(policy, seen, struck))
        for (const [before, now] of pairs) {
          expect(isWithinPolicy(policy, [before], [now])).toBe(acceptsOdds(policy, before, now))
        }
      }),
    )
    expect(isWithinPolicy('within-10-percent', ['2.00'], ['2.20'])).toBe(true)
    expect(isWithinPolicy('within-10-percent', ['2.00'], ['2.21'])).toBe(false)
  })

  const minute = fc.integer({ min: 0, max: 5 }).map((n) => `2026-01-10T12:0${n}:00.000Z`)
  const points = fc.record({ home: fc.integer({ min: 0, max: 3 }), away: fc.integer({ min: 0, max: 3 }) })
  const outcome = fc.record({
    closedAt: minute,
    score: fc.option(points),
    regulation: fc.option(points),
    half: fc.option(points),
    abandoned: fc.constantFrom(null, null, null, 'not-completed', 'cancelled', 'by-hand'),
    byHand: fc.option(fc.constantFrom('won', 'half-won', 'void', 'half-lost', 'lost')),
  })
  const quarter = fc.integer({ min: -14, max: 14 }).map((n) => String(n / 4))
  const positive = fc.integer({ min: 0, max: 20 }).map((n) => String(n / 4))
  const pickOf = (market: string, selections: string[], point: fc.Arbitrary<string | null> = fc.constant(null)) =>
    fc.record({
      market: fc.constantFrom(market, `${market}_h1`, ...(market.includes('totals') ? [`alternate_${market}`] : [])),
      selection: fc.constantFrom(...selections),
      point,
    })
  const struck = fc
    .tuple(
      fc.oneof(
        pickOf('h2h', ['home', 'draw', 'away']),
        pickOf('h2h_3_way', ['home', 'draw', 'away']),
        pickOf('draw_no_bet', ['home', 'away']),
        pickOf('double_chance', ['home-draw', 'home-away', 'draw-away']),
        pickOf('btts', ['yes', 'no']),
        pickOf('spreads', ['home', 'away'], quarter),
        pickOf('totals', ['over', 'under'], positive),
        pickOf('team_totals', ['home-over', 'home-under', 'away-over', 'away-under'], positive),
      ),
      fc.constantFrom('soccer_epl', 'basketball_nba', 'icehockey_nhl', 'cricket_test_match'),
      fc.boolean(),
      // four of these and any of the stakes below make an exact number of cents
      oddsUpTo(10_000),
    )
    .map(([{ market, selection, point }, league, offered, price]): Quote => {
      const { drawOffered: _, ...quote } = quoteOf({ market, selection, league, odds: price })
      return { ...quote, ...(point === null ? {} : { point }), ...(offered ? { drawOffered: true } : {}) }
    })

  test('on every settlement', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(struck, outcome), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 10, max: 1_000_000 }),
        minute,
        (pairs, stakeCents, placedAt) => {
          const fixtures = pairs.map((_, index) => String(index).padStart(32, '0'))
          const legs = pairs.map(([leg], index) => ({ ...leg, fixture: fixtures[index]! }))
          const outcomes = pairs.map(([leg, end], index): FixtureOutcome => {
            const ended = { fixture: fixtures[index]!, version: 1, closedAt: end.closedAt }
            if (end.abandoned !== null) return { ...ended, kind: 'abandoned', why: end.abandoned }
            return { ...ended, kind: 'result', ...resultOf(end), ...byHand(leg, end.byHand) }
          })
          const settled = settleBet({ stakeCents, placedAt, legs: legs.map(struckLeg) }, outcomes)
          const verdicts = pairs.map(([, end], index) => {
            const leg = legs[index]!
            const { market, point, selection, drawOffered = false, odds: price, league, fixture } = leg
            const overtime = overtimeCounts(league, market, drawOffered)
            const placed = { fixture, market, point, selection, drawOffered, odds: price, overtime }
            const { score, regulation, periods = [] } = resultOf(end)
            const abandoned = end.abandoned !== null
            const notCompleted = end.abandoned === 'not-completed'
            const known = { score: abandoned ? null : score, regulation, periods, abandoned, notCompleted }
            const verdict = gradeLeg(placed, placedAt, { version: 1, closedAt: end.closedAt, ...known }, 2)
            const isFinal = verdict?.voidReason === 'late' || abandoned
            const decided = byHand(leg, isFinal ? null : end.byHand).decided?.[0]
            return (decided && gradeByHand(placed, decided)) ?? verdict
          })
          const lost = verdicts.filter((verdict) => verdict?.grade === 'lost')
          if (settled === null) {
            expect(verdicts).toContain(null)
            expect(lost).toEqual([])
            return
          }
          for (const { leg, grade, voidReason, factor } of settled.legs) {
            expect({ grade, voidReason, factor }).toEqual({ voidReason: undefined, ...verdicts[leg] })
          }
          const counted = lost.length > 0 ? lost : verdicts
          expect(settled.legs).toHaveLength(counted.length)
          const due = gradeBet(stakeCents, counted as LegVerdict[])
          expect(due).toEqual({ outcome: settled.outcome, returnCents: settled.returnCents })
        },
      ),
      { numRuns: 1_000 },
    )
  })

  type End = typeof outcome extends fc.Arbitrary<infer One> ? One : never
  const resultOf = ({ score, regulation, half }: Pick<End, 'score' | 'regulation' | 'half'>) => ({
    score,
    ...(regulation === null ? {} : { regulation }),
    ...(half === null ? {} : { periods: [{ name: 'h1', ...half }] }),
  })
  const byHand = ({ market, selection, point }: Quote, grade: End['byHand']) =>
    grade === null
      ? {}
      : { decided: [{ market, version: 2, selections: [{ selection, grade, ...(point && { point }) }] }] }

  test('on canonical JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        // NUL is not allowed in the ledger, and only the writer has to refuse it
        fc.pre(!JSON.stringify(value).includes('\\u0000'))
        expect(canonicalText(value)).toBe(canonicalJson(value))
      }),
    )
  })

  test('on which user names are the same', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aZéßẞΣσςıſ١ﬁÅǅ._-0'), minLength: 3, maxLength: 20 })
    fc.assert(
      fc.property(letters, (typed) => {
        const name = parseUserName(typed)
        fc.pre(name !== null)
        expect(normalised(name!.display)).toBe(name!.normal)
        expect(foldedOnce(name!.display)).toBe(name!.legacyNormal)
      }),
    )
  })
})

describe('the pattern of a schema', () => {
  const forms = Object.entries(eventSchemas).flatMap(([type, versions]) =>
    Object.entries(versions).map(([version, schema]) => [`${type} ${version}`, schema] as const),
  )
  // random values rarely match a pattern of 64 digits, so values are made from the schema's own form
  const arbitraryOf = (schema: JsonSchema): fc.Arbitrary<unknown> => {
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf))
    if (schema.type === 'object') {
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, one]) => [key, arbitraryOf(one)])),
        { requiredKeys: [...(schema.required ?? [])] },
      )
    }
    if (schema.type === 'array') {
      return fc.array(arbitraryOf(schema.items!), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(3, schema.maxItems ?? 3),
      })
    }
    if (schema.type === 'integer')
      return fc.integer({ min: schema.minimum!, max: Math.min(schema.maximum!, Number.MAX_SAFE_INTEGER) })
    if (schema.type === 'boolean') return fc.boolean()
    if (schema.type === 'null') return fc.constant(null)
    if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern))
    return fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((text) => text.isWellFormed() && !text.includes('\u0000'))
  }

  test.each(forms)('for %s accepts what the schema accepts, in canonical form only', (_, schema) => {
    const json = z.toJSONSchema(schema) as JsonSchema
    const pattern = new RegExp(`^${patternOf(json)}$`)
    fc.assert(
      fc.property(arbitraryOf(json), (value) => {
        expect(schema.safeParse(value).success).toBe(true)
        const text = canonicalJson(value)
        expect(pattern.test(text)).toBe(true)
        expect(pattern.test(`${text} `)).toBe(false)
        expect(pattern.test(` ${text}`)).toBe(false)
        const members = Object.entries(value as object)
        if (members.length > 1)
          expect(
            pattern.test(JSON.stringify(Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? 1 : -1))))),
          ).toBe(false)
        for (const required of json.required ?? []) {
          const without = Object.fromEntries(members.filter(([name]) => name !== required))
          expect(pattern.test(canonicalJson(without))).toBe(false)
        }
        expect(pattern.test(canonicalJson({ ...(value as object), zzz: 1 }))).toBe(false)
      }),
      { numRuns: 30 },
    )
  })

  test('for a string accepts what JSON writes, and nothing that it would write differently', () => {
    const pattern = new RegExp(`^${patternOf({ type: 'string', minLength: 1, maxLength: 400 })}$`)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (text) => {
        const fits = text.isWellFormed() && !text.includes('\u0000')
        expect(pattern.test(JSON.stringify(text))).toBe(fits)
      }),
    )
    for (const wrong of [
      '""',
      '"\\u000a"',
      '"\\u0041"',
      '"\\/"',
      '"\\u001F"',
      '"\\ud800"',
      '"a',
      `"${'a'.repeat(401)}"`,
    ]) {
      expect(pattern.test(wrong), wrong).toBe(false)
    }
    expect(pattern.test(`"${'\\n'.repeat(400)}"`)).toBe(true)
  })

  test('for an integer accepts the numbers within its range', () => {
    const bounds = fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
    const near = fc.integer({ min: -2, max: 2 })
    fc.assert(
      fc.property(bounds, near, fc.nat(), ([least, most], step, other) => {
        const pattern = new RegExp(`^${integerPattern(least, most)}$`)
        for (const n of [least + step, most + step, other]) {
          expect(pattern.test(String(n)), `${n} in ${least}..${most}`).toBe(n >= least && n <= most)
        }
        expect(pattern.test(`0${least}`)).toBe(false)
        expect(pattern.test(`${least}.0`)).toBe(false)
      }),
    )
  })

  test('refuses what it cannot read', () => {
    expect(() => patternOf({ type: 'string', pattern: '.*' })).toThrow(TypeError)
    expect(() => patternOf({ type: 'number' })).toThrow(TypeError)
    expect(() => patternOf({ type: 'object', properties: {}, additionalProperties: true })).toThrow(TypeError)
    expect(() => patternOf({ type: 'string', multipleOf: 3 } as JsonSchema)).toThrow(/multipleOf/)
  })
})

test('random histories: every row of every read model is what the auditor computes from the log', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer({ min: 20, max: 300 }), async (seed, steps) => {
      const database = await createTestDatabase()
      const store = await PostgresLog.open({ url: database.url })
      await writeLog(store, [...stepsWrittenNow(seed, steps)])
      await rebuild({ store, url: database.url })
      await store.close()
      const report = await verifyAsIfRunning(database.url)
      await database.drop()
      expect(report.findings.filter(({ code }) => !OF_THE_SCENARIO.has(code))).toEqual([])
      expect(report.gaps).toEqual([])
    }),
    // shrinking a failure takes longer than the test may
    { numRuns: 10, endOnFailure: true },
  )
})
