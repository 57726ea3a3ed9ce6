// At which odds a bet is struck: what each policy accepts for every leg, and for a parlay's total odds.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import { acceptsProduct, type OddsPolicy, parlayOdds } from '../odds.ts'
import { at, BETTOR, betPlaced, id, legOf, opened, placeBet, quoteOf, received } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'

const account = specOf(accountAggregate, BETTOR)
const funded = account.given([opened(), received(5000)])

const isStruck = (policy: OddsPolicy, ...legs: [seen: string, now: string][]) => {
  const command = placeBet({
    stakeCents: 100,
    policy,
    legs: legs.map(([seenOdds, odds], n) => legOf({ fixture: id(`game ${n}`), odds }, { seenOdds })),
  })
  const { decision } = funded.when(command)
  if (decision.accepted) expect(decision.events).toEqual([betPlaced(command)])
  else expect(decision.refusal.code).toBe('odds_changed')
  return decision.accepted
}

describe('a single', () => {
  it.each([
    // seen, now, then whether it is struck by each policy: within-10-percent, better, none, any
    ['2.00', '2.00', true, true, true, true],
    ['2.00', '2.01', true, true, false, true],
    ['2.00', '1.99', true, false, false, true],
    ['2.00', '2.20', true, true, false, true],
    ['2.00', '2.21', false, true, false, true],
    ['2.00', '1.80', true, false, false, true],
    ['2.00', '1.79', false, false, false, true],
    ['2.00', '9.99', false, true, false, true],
    ['9.99', '1.05', false, false, false, true],
  ])('seen at %s, now %s', (seen, now, within, better, none, any) => {
    const struck = (['within-10-percent', 'better', 'none', 'any'] as const).map((policy) =>
      isStruck(policy, [seen, now]),
    )
    expect(struck).toEqual([within, better, none, any])
  })
  it('records the odds seen in its leg if they differ from those struck', () => {
    const command = placeBet({ policy: 'any', legs: [legOf({ odds: '2.50' }, { seenOdds: '2.00' })] })
    funded.when(command).then([betPlaced(command)])
    expect(betPlaced(command).data.legs).toEqual([{ ...quoteOf({ odds: '2.50' }), seen: '2.00' }])
  })
  it('is never struck without odds, whatever the policy', () => {
    const { decision } = funded.when(placeBet({ policy: 'any', legs: [legOf({}, { quote: null })] }))
    expect(decision).toMatchObject({ refusal: { code: 'odds_changed' } })
  })
})

describe('a parlay', () => {
  const ten = (seen: string, now: string) => Array.from({ length: 10 }, (): [string, string] => [seen, now])
  it('of ten legs that each fell by nine percent is refused, though each leg alone is acceptable', () => {
    expect(isStruck('within-10-percent', ['2.00', '1.82'])).toBe(true)
    expect(isStruck('within-10-percent', ...ten('2.00', '1.82'))).toBe(false)
    expect(isStruck('any', ...ten('2.00', '1.82'))).toBe(true)
    const legs = ten('2.00', '1.82').map(([seenOdds, odds], n) =>
      legOf({ fixture: id(`game ${n}`), odds }, { seenOdds }),
    )
    // 2 ^ 10 = 1024, 1.82 ^ 10 = 398.757...
    const parlay = 'Odds have decreased from 1024.00 to 398.76 (61.1% change). Please review your bet.'
    const { decision } = funded.when(placeBet({ stakeCents: 100, legs }))
    expect(decision).toMatchObject({ refusal: { code: 'odds_changed', detail: { parlay } } })
    const { detail } = (decision as { refusal: { detail: { changes: { valid: boolean }[] } } }).refusal
    expect(detail.changes.every(({ valid }) => valid)).toBe(true)
  })
  it('of ten legs that each rose by nine percent is refused too, unless the policy is better or any', () => {
    expect(isStruck('within-10-percent', ...ten('1.10', '1.19'))).toBe(false)
    expect(isStruck('better', ...ten('1.10', '1.19'))).toBe(true)
  })
  it('is struck if some legs gained what others lost', () => {
    expect(isStruck('within-10-percent', ['2.00', '1.82'], ['2.00', '2.18'])).toBe(true)
    // a better total does not make up for a worse leg
    expect(isStruck('better', ['2.00', '1.99'], ['2.00', '3.00'])).toBe(false)
  })
  it('is still accepted at exactly ten percent', () => {
    expect(isStruck('within-10-percent', ['2.00', '1.80'], ['3.00', '3.00'])).toBe(true)
    expect(isStruck('within-10-percent', ['2.00', '1.80'], ['3.00', '2.99'])).toBe(false)
    expect(isStruck('within-10-percent', ['2.00', '2.20'], ['3.00', '3.01'])).toBe(false)
  })
  it('is checked by its legs as seen if the request has no total, and by that total if it has', () => {
    const legs = [legOf({}), legOf({ fixture: id('cup'), odds: '1.50' })]
    const told = (seenParlayOdds: string, policy: OddsPolicy) =>
      funded.when(placeBet({ legs, policy, seenParlayOdds })).decision.accepted
    // 2.10 x 1.50 = 3.15
    expect(told('3.15', 'none')).toBe(true)
    expect(told('3.00', 'none')).toBe(false)
    // however the total was rounded: up to a hundredth off is accepted
    expect(told('3.16', 'none')).toBe(true)
    expect(told('3.161', 'none')).toBe(false)
    expect(told('3.00', 'better')).toBe(true)
    expect(told('3.30', 'better')).toBe(false)
    expect(told('3.30', 'within-10-percent')).toBe(true)
    expect(told('9.00', 'within-10-percent')).toBe(false)
    expect(told('9.00', 'any')).toBe(true)
  })

  it('is struck within its policy of the total that was seen, whatever its legs were seen at', () => {
    const told = (seenParlayOdds: string, policy: OddsPolicy, ...pairs: [seen: string, now: string][]) =>
      funded.when(
        placeBet({
          stakeCents: 100,
          policy,
          seenParlayOdds,
          legs: pairs.map(([seenOdds, odds], n) => legOf({ fixture: id(`game ${n}`), odds }, { seenOdds })),
        }),
      ).decision
    // 10.99 was shown for 2.00 x 5.00, which are now 1.90 x 4.80 = 9.12
    const fallen: [string, string][] = [
      ['2.00', '1.90'],
      ['5.00', '4.80'],
    ]
    expect(told('10.00', 'within-10-percent', ...fallen).accepted).toBe(true)
    expect(told('10.99', 'within-10-percent', ...fallen)).toMatchObject({
      refusal: {
        code: 'odds_changed',
        detail: { parlay: 'Odds have decreased from 10.99 to 9.12 (17.0% change). Please review your bet.' },
      },
    })
    expect(told('10.99', 'any', ...fallen).accepted).toBe(true)
    expect(told('9.50', 'better', ['2.00', '2.10'], ['5.00', '5.00']).accepted).toBe(true)
  })

  const odds = fc
    .integer({ min: 101, max: 900 })
    .map((h) => `${Math.trunc(h / 100)}.${String(h % 100).padStart(2, '0')}`)
  const legs = fc.array(fc.tuple(odds, odds), { minLength: 1, maxLength: 8 })
  const productOf = (all: readonly string[]) => all.reduce((product, one) => product * BigInt(one.replace('.', '')), 1n)

  it('is never accepted below nine tenths or above eleven tenths of what was seen, to the last digit', () =>
    fc.assert(
      fc.property(legs, (pairs) => {
        const [seen, now] = [pairs.map(([one]) => one), pairs.map(([, one]) => one)]
        const [old, current] = [productOf(seen), productOf(now)]
        expect(acceptsProduct('any', seen, now)).toBe(true)
        expect(acceptsProduct('none', seen, now)).toBe(old === current)
        expect(acceptsProduct('better', seen, now)).toBe(current >= old)
        expect(acceptsProduct('within-10-percent', seen, now)).toBe(
          10n * current >= 9n * old && 10n * current <= 11n * old,
        )
      }),
      { numRuns: 2_000 },
    ))
  it('never pays less than its policy allows', () =>
    fc.assert(
      fc.property(legs, fc.constantFrom<OddsPolicy>('within-10-percent', 'better', 'none'), (pairs, policy) => {
        if (!isStruck(policy, ...pairs)) return
        const [seen, now] = [pairs.map(([one]) => one), pairs.map(([, one]) => one)]
        const least = policy === 'within-10-percent' ? 0.9 : 1
        expect(Number(parlayOdds(now))).toBeGreaterThanOrEqual(Number(parlayOdds(seen)) * least - 0.01)
      }),
    ))
})

describe('a bet in play that waited', () => {
  it('says when it was requested', () => {
    const command = placeBet({ legs: [legOf({ inPlay: true, fetchedAt: at(-1) })], requestedAt: at(-5) })
    const { data, ...event } = betPlaced(command)
    funded.when(command).then([{ ...event, data: { ...data, delay: { requestedAt: at(-5) } } }])
  })
  it('is not struck at a quote that was fetched before its request', () => {
    const isStruckAt = (fetchedAt: string) =>
      funded.when(placeBet({ legs: [legOf({ inPlay: true, fetchedAt })], requestedAt: at(-5) })).decision.accepted
    expect([isStruckAt(at(-6)), isStruckAt(at(-5)), isStruckAt(at(-4))]).toEqual([false, false, true])
  })
  it('has no time of request if it did not wait', () => {
    const { decision } = funded.when(placeBet())
    expect(decision).toEqual({ accepted: true, events: [betPlaced(placeBet())] })
    expect(JSON.stringify(decision)).not.toContain('delay')
  })
})

describe('a bet on any market', () => {
  it('keeps market and line in its leg, and is a different bet with a different line', () => {
    const over = { market: 'totals', selection: 'over', point: '2.25' }
    const command = placeBet({ legs: [legOf(over)] })
    expect(betPlaced(command).data.legs[0]).toMatchObject(over)
    funded.when(command).then([betPlaced(command)])
    const placed = account.given([opened(), received(5000), betPlaced(command)])
    placed.when(command).thenNothing()
    for (const other of [
      { ...over, point: '2.75' },
      { ...over, market: 'alternate_totals' },
      { ...over, selection: 'under' },
    ]) {
      placed.when(placeBet({ legs: [legOf(other)] })).thenRefused('key_reused')
    }
  })
  it('throws on a quote of another market or line', () => {
    const leg = legOf({ market: 'totals', selection: 'over', point: '2.25' })
    for (const changes of [{ market: 'alternate_totals' }, { point: '2.75' }]) {
      const mixedUp = { ...leg, quote: { ...leg.quote!, ...changes } }
      expect(() => funded.when(placeBet({ legs: [mixedUp] }))).toThrow('quote of')
    }
  })
})
