// Two opinions that share no code must agree: the domain's and the auditor's, on whatever chance comes up with.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Leg } from '#domain/bet/bet-events.ts'
import { eventSchemas } from '#domain/events.ts'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { acceptsOdds, parlayOdds, returnCents as returnByDomain } from '#domain/odds.ts'
import { settleBet } from '#domain/settlement/bet-settlement.ts'
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
import { type Ending, gradeBet, gradeLeg } from '#services/auditor/rules/grading.ts'
import { canonicalJson } from '#services/event-store/canonical.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { createTestDatabase } from '../database.ts'
import { verifyAsIfRunning } from './house.ts'
import { OF_THE_SCENARIO, stepsWrittenNow } from './scenarios.ts'

const odds = fc
  .integer({ min: 100, max: 100_000 })
  .map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`)
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

  test('on what a bettor had accepted', () => {
    fc.assert(
      fc.property(fc.constantFrom('within-10-percent', 'none'), odds, odds, (policy, seen, struck) => {
        expect(isWithinPolicy(policy, seen, struck)).toBe(acceptsOdds(policy, seen, struck))
      }),
    )
    expect(isWithinPolicy('within-10-percent', '2.00', '2.20')).toBe(true)
    expect(isWithinPolicy('within-10-percent', '2.00', '2.21')).toBe(false)
  })

  const minute = fc.integer({ min: 0, max: 5 }).map((n) => `2026-01-10T12:0${n}:00.000Z`)
  const outcome = fc.record({
    closedAt: minute,
    home: fc.integer({ min: 0, max: 2 }),
    away: fc.integer({ min: 0, max: 2 }),
    abandoned: fc.constantFrom(null, 'not-completed', 'cancelled', 'by-hand'),
  })
  const struck = fc.record({ selection: fc.constantFrom('home', 'draw', 'away'), drawOffered: fc.boolean(), odds })

  test('on every settlement', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(struck, outcome), { minLength: 1, maxLength: 4 }),
        stake,
        minute,
        (pairs, stakeCents, placedAt) => {
          const fixtures = pairs.map((_, index) => String(index).padStart(32, '0'))
          const legs: Leg[] = pairs.map(([leg], index) => quoteOf({ ...leg, fixture: fixtures[index]! }))
          const outcomes = pairs.map(([, { abandoned, home, away, closedAt }], index): FixtureOutcome => {
            const ended = { fixture: fixtures[index]!, version: 1, closedAt }
            return abandoned === null
              ? { ...ended, kind: 'result', home, away }
              : { ...ended, kind: 'abandoned', why: abandoned }
          })
          const settled = settleBet({ stakeCents, placedAt, legs }, outcomes)!
          const verdicts = settled.legs.map((leg) => {
            const { closedAt, home, away, abandoned } = pairs[leg.leg]![1]
            const score = abandoned === null ? { home, away } : null
            const ending: Ending = { version: 1, closedAt, score, notCompleted: abandoned === 'not-completed' }
            const verdict = gradeLeg(legs[leg.leg]!, placedAt, ending)
            expect(verdict).toEqual({ grade: leg.grade, voidReason: leg.voidReason, factor: leg.factor })
            return verdict
          })
          const due = gradeBet(stakeCents, verdicts)
          expect(due).toEqual({ outcome: settled.outcome, returnCents: settled.returnCents })
        },
      ),
    )
  })

  test('on canonical JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        // NUL has no place in the ledger, and only the writer has to say so
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
  // chance finds no value for a pattern of 64 digits, so values are made by the schema's own shape
  const arbitraryOf = (schema: JsonSchema): fc.Arbitrary<unknown> => {
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf))
    if (schema.type === 'object') {
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, one]) => [key, arbitraryOf(one)])),
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

  test.each(forms)('of %s takes what the schema takes, in canonical form alone', (_, schema) => {
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
        if (members.length > 0) expect(pattern.test(canonicalJson(Object.fromEntries(members.slice(1))))).toBe(false)
        expect(pattern.test(canonicalJson({ ...(value as object), zzz: 1 }))).toBe(false)
      }),
      { numRuns: 30 },
    )
  })

  test('of a string takes what JSON writes, and nothing that it would write otherwise', () => {
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

  test('of an integer takes the numbers between its bounds', () => {
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

  test('refuses what it does not read', () => {
    expect(() => patternOf({ type: 'string', pattern: '.*' })).toThrow(TypeError)
    expect(() => patternOf({ type: 'number' })).toThrow(TypeError)
    expect(() => patternOf({ type: 'object', properties: {}, additionalProperties: true })).toThrow(TypeError)
    expect(() => patternOf({ type: 'string', multipleOf: 3 } as JsonSchema)).toThrow(/multipleOf/)
  })
})

test('random histories: every row of every read model is what the auditor makes of the log', {
  timeout: 120_000,
}, async () => {
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
    { numRuns: 10 },
  )
})
