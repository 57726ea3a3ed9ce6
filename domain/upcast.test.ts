import { describe, expect, it } from 'vitest'
import type { BetPlaced } from './bet/bet-events.ts'
import { BetPlaced1, BetSettled1 } from './bet/bet-events-1.ts'
import { eventSchemas } from './events.ts'
import { Meta1, Meta2 } from './meta.ts'
import { at, BETTOR, betPlaced, commitment, id, metaOf, opened, placeBet, SUPER_ADMIN } from './testing/samples.ts'
import { UnknownEvent, upcast } from './upcast.ts'
import { metaInMemory, storedMeta } from './versions/event-versions.ts'

const whole = { ...metaOf(), recordedAt: at(1) }
const stored = <Event extends { type: string; schema: number }>(event: Event) => ({
  ...event,
  meta: storedMeta(event.type, event.schema, whole),
})

describe('a stored event', () => {
  it('becomes an event of the domain, in its newest version', () =>
    expect(upcast(stored(opened()))).toEqual({ ...opened(), schema: 2, meta: whole }))
  it('keeps the fields beside it', () =>
    expect(upcast({ ...stored(opened()), stream: 'account-1', version: 4 })).toMatchObject({ version: 4 }))
  it.each([
    ['BetDoubled', 1],
    ['BetPlaced', 3],
    ['BetPlaced', 0],
    ['BetVoided', 2],
    ['BetResettled', 2],
    ['constructor', 1],
  ])('of type %s version %i is unknown', (type, schema) =>
    expect(() => upcast({ type, schema, data: {}, meta: whole })).toThrow(UnknownEvent),
  )
  it('of the newest version is unchanged', () => {
    const placed = betPlaced(placeBet())
    expect(upcast(stored(placed))).toEqual({ ...placed, meta: whole })
  })
})

/** The event in memory; its newest schema accepts it. */
function fromFirst(type: string, data: unknown) {
  eventSchemas[type]![1]!.parse(data)
  const event = upcast({ type, schema: 1, data, meta: whole })
  expect(event.schema).toBe(2)
  eventSchemas[type]![2]!.parse(event.data)
  return event.data
}

describe('version 1', () => {
  const limits = { minStakeCents: 10, maxPayoutCents: 1_000_000, maxLegs: 20 }
  const leg = (n: number, changes: object = {}) => ({
    fixture: id(`game ${n}`),
    fixtureVersion: 0,
    league: 'soccer_epl',
    startsAt: at(3600),
    inPlay: false,
    market: 'h2h',
    point: null,
    selection: 'home',
    selectionName: 'Arsenal',
    drawOffered: true,
    odds: '2.10',
    bookmaker: 'betway',
    quotedAt: at(-20),
    fetchedAt: at(-10),
    message: commitment('message'),
    ...changes,
  })
  const bet = { bet: id('bet'), stakeCents: 1000, odds: '4.41', potentialReturnCents: 4410, limits }
  const first = { ...bet, legs: [leg(0), leg(1)], policy: 'none', seenOdds: ['2.10', '2.10'] } as const

  it('of a bet gets the odds seen in its legs, and loses fields that say nothing', () => {
    const { inPlay: _, point: __, ...plain } = leg(0)
    const { drawOffered: ___, ...twoWay } = { ...plain, fixture: id('game 1') }
    const legs = [leg(0), leg(1, { drawOffered: false, inPlay: true, point: '-1.5' })]
    const data = { ...first, legs, policy: 'within-10-percent', seenOdds: ['2.10', '2.00'] }
    BetPlaced1.parse(data)
    expect(fromFirst('BetPlaced', data)).toEqual({
      ...bet,
      policy: 'within-10-percent',
      legs: [plain, { ...twoWay, inPlay: true, point: '-1.5', seen: '2.00' }],
    })
  })
  it('of a bet may have fewer odds seen than legs: the other legs were struck at the odds seen', () => {
    const { legs } = fromFirst('BetPlaced', { ...first, seenOdds: ['2.00'] }) as BetPlaced
    expect(legs.map(({ seen }) => seen)).toEqual(['2.00', undefined])
  })
  it('of a settlement keeps its rule, and the void reasons that there are', () => {
    const graded = (n: number, voidReason: string | null) => {
      const grade = voidReason === null ? 'won' : 'void'
      return { leg: n, fixture: id(`game ${n}`), result: 1, grade, voidReason, factor: '1.00' }
    }
    const money = { outcome: 'refunded', stakeCents: 1000, returnCents: 1000, owedPaidCents: 0 }
    const data = { bet: id('bet'), rule: 1, ...money, legs: [graded(0, null), graded(1, 'late')] }
    BetSettled1.parse(data)
    const { voidReason: _, ...won } = graded(0, null)
    expect(fromFirst('BetSettled', data)).toEqual({ ...data, legs: [won, graded(1, 'late')] })
  })
  const reads = [at(9_000), at(9_030)].map((readAt) => ({ readAt, message: commitment('read') }))
  const result = { source: 'feed', reads, closedAt: at(8_990) }
  it.each([
    ['ResultRecorded', {}],
    ['ResultCorrected', { replaces: 3 }],
  ])('of %s has the final score as that of regulation time', (type, more) => {
    const score = { home: 2, away: 1 }
    expect(fromFirst(type, { ...result, ...score, ...more })).toEqual({ ...result, ...more, score, regulation: score })
  })
  it('of an opening is unchanged: only an audit needs to know which form of the name it commits to', () => {
    const { data } = opened()
    expect(fromFirst('AccountOpened', data)).toEqual(data)
  })
  it('of an abandonment is unchanged', () => {
    const data = { closedAt: at(8_990), why: 'cancelled' }
    expect(fromFirst('FixtureAbandoned', data)).toEqual(data)
  })
})

describe('the metadata', () => {
  it('is version 1 for the events that were published with it, otherwise version 2', () => {
    const first = [
      'AccountOpened 1',
      'BetPlaced 1',
      'BetSettled 1',
      'BetVoided 1',
      'FixtureAbandoned 1',
      'ResultRecorded 1',
    ]
    for (const one of first) Meta1.parse(storedMeta(one.split(' ')[0]!, 1, whole))
    for (const type of [
      'AccountOpened',
      'BetPlaced',
      'BetSettled',
      'ResultRecorded',
      'ResultCorrected',
      'FixtureAbandoned',
    ]) {
      Meta2.parse(storedMeta(type, 2, whole))
    }
    for (const type of ['BetResettled', 'MarketDecided']) Meta2.parse(storedMeta(type, 1, whole))
  })
  it('of version 1 is stored as it is', () => {
    expect(storedMeta('BetPlaced', 1, whole)).toEqual(whole)
    expect(Meta1.parse(storedMeta('BetPlaced', 1, whole))).toEqual(metaInMemory('BetPlaced', 1, whole))
  })
  it('of version 1 cannot hold what version 2 can', () => {
    const approval = { by: SUPER_ADMIN, session: commitment('session') }
    const auditor = { id: BETTOR, role: 'auditor' } as const
    for (const more of [{ approval }, { configuration: commitment('settings') }, { actor: auditor }]) {
      expect(() => storedMeta('BetVoided', 1, { ...whole, ...more })).toThrow(TypeError)
      expect(storedMeta('BetPlaced', 2, { ...whole, ...more })).toMatchObject(more)
    }
  })
  const quiet = {
    actor: { id: 'settler', role: 'system' },
    session: null,
    command: { id: id('command'), hash: commitment('command') },
    correlation: id('command'),
    causation: null,
    at: at(0),
    recordedAt: at(1),
    reason: null,
  } as const
  const loud = {
    ...quiet,
    session: commitment('session'),
    correlation: id('correlation'),
    causation: `fixture-${id('derby')}@3`,
    reason: { code: 'obvious_error', text: commitment('text') },
    approval: { by: SUPER_ADMIN, session: commitment('other session') },
    configuration: commitment('settings'),
  }
  it.each([
    ['with nothing to say', quiet],
    ['with everything to say', loud],
    ['with a reason in one word', { ...quiet, reason: { code: 'obvious_error', text: null } }],
  ])('of version 2, %s, is the same after storing and reading', (_, meta) => {
    const onDisk = JSON.parse(JSON.stringify(storedMeta('BetPlaced', 2, meta)))
    expect(Meta2.parse(onDisk)).toEqual(onDisk)
    expect(metaInMemory('BetPlaced', 2, onDisk)).toEqual(meta)
  })
  it('of version 2 leaves out fields that say nothing', () => {
    const { actor, command, at: when, recordedAt } = quiet
    const onDisk = JSON.parse(JSON.stringify(storedMeta('BetPlaced', 2, quiet)))
    expect(onDisk).toEqual({ actor, command, at: when, recordedAt })
  })
})
