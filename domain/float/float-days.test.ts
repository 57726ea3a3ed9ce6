import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import { businessDay, daysAfter } from '../calendar/business-day.ts'
import { CLOSABLE_DAYS } from '../limits.ts'
import { ADMIN, admin, BETTOR, bettor, blocked, opened, SUPER_ADMIN, superAdmin } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import { closeFloatDay, countFloat, type FloatDays, floatDay, initialFloatDays } from './float-days.ts'

const own = specOf(accountAggregate, ADMIN)
/** In winter Paris is an hour ahead of UTC. */
const on = (day: string, time = '12:00') => ({ at: `${day}T${time}:00.000Z` })
const MONDAY = '2026-11-16'
const TUESDAY = '2026-11-17'
const WEDNESDAY = '2026-11-18'

const open = { event: opened('admin'), meta: on(MONDAY, '08:00') }
const floatSet = (beforeCents: number, afterCents: number, day: string, time = '12:00') => ({
  event: { type: 'FloatSet', schema: 2, data: { beforeCents, afterCents } } as AccountEvent,
  meta: on(day, time),
})
const closed = (day: string, openingCents: number, closingCents: number, through: number): AccountEvent => ({
  type: 'FloatDayClosed',
  schema: 1,
  data: { day, openingCents, closingCents, through },
})
const close = (day: string, closingCents: number) => ({ type: 'CloseFloatDay', day, closingCents }) as const

describe('a day of the float is closed', () => {
  const given = [
    open,
    floatSet(0, 500, MONDAY),
    floatSet(500, 300, MONDAY, '22:59'),
    floatSet(300, 900, MONDAY, '23:00'),
  ]

  it('by its admin, once it has ended in Paris, with what it began and ended with', () => {
    own
      .given(given)
      .when(close(MONDAY, 300), { ...admin, ...on(TUESDAY) })
      .then([closed(MONDAY, 0, 300, 2)])
    own
      .given(given)
      .when(close(MONDAY, 300), { ...admin, ...on(MONDAY, '22:59') })
      .thenRefused('day_not_over')
    own
      .given(given)
      .when(close(TUESDAY, 900), { ...admin, ...on(TUESDAY) })
      .thenRefused('day_not_over')
    own
      .given(given)
      .when(close(TUESDAY, 900), { ...admin, ...on(WEDNESDAY) })
      .then([closed(TUESDAY, 300, 900, 3)])
  })
  it('once, and with the figures that were shown', () => {
    const again = [...given, { event: closed(MONDAY, 0, 300, 2), meta: on(TUESDAY) }]
    own
      .given(again)
      .when(close(MONDAY, 300), { ...admin, ...on(WEDNESDAY) })
      .then([])
    own
      .given(given)
      .when(close(MONDAY, 299), { ...admin, ...on(TUESDAY) })
      .thenRefused('day_changed')
  })
  it('in any order, also without a movement', () => {
    const later = [...given, { event: closed(WEDNESDAY, 900, 900, 3), meta: on('2026-11-19') }]
    own
      .given(given)
      .when(close(WEDNESDAY, 900), { ...admin, ...on('2026-11-19') })
      .then([closed(WEDNESDAY, 900, 900, 3)])
    own
      .given(later)
      .when(close(MONDAY, 300), { ...admin, ...on('2026-11-19') })
      .then([closed(MONDAY, 0, 300, 2)])
  })
  it('by nobody else, and only if it is a day of this float', () => {
    own
      .given(given)
      .when(close(MONDAY, 300), { ...superAdmin, ...on(TUESDAY) })
      .thenRefused('not_the_owner')
    own
      .given([...given, blocked])
      .when(close(MONDAY, 300), { ...admin, ...on(TUESDAY) })
      .thenRefused('account_blocked')
    own
      .given([])
      .when(close(MONDAY, 0), { ...admin, ...on(TUESDAY) })
      .thenRefused('account_missing')
    specOf(accountAggregate, BETTOR)
      .given([opened()])
      .when(close(MONDAY, 0), { ...bettor, ...on(TUESDAY) })
      .thenRefused('not_an_admin')
    for (const day of ['2026-11-15', '2026-02-31', 'yesterday']) {
      own
        .given(given)
        .when(close(day, 0), { ...admin, ...on(TUESDAY) })
        .thenRefused('day_unknown')
    }
    const oldest = daysAfter(MONDAY, CLOSABLE_DAYS)
    own
      .given(given)
      .when(close(MONDAY, 300), { ...admin, ...on(oldest) })
      .then([closed(MONDAY, 0, 300, 2)])
    own
      .given(given)
      .when(close(MONDAY, 300), { ...admin, ...on(daysAfter(oldest, 1)) })
      .thenRefused('day_unknown')
  })
  it('for a super admin’s float too', () => {
    const float = specOf(accountAggregate, SUPER_ADMIN).given([
      { event: opened('super-admin'), meta: on(MONDAY, '08:00') },
      floatSet(0, 75, MONDAY),
    ])
    float.when(close(MONDAY, 75), { ...superAdmin, ...on(TUESDAY) }).then([closed(MONDAY, 0, 75, 1)])
  })
  it('and what arrives for it afterwards counts on the next day', () => {
    const late = [
      ...given.slice(0, 3),
      { event: closed(MONDAY, 0, 300, 2), meta: on(TUESDAY, '00:00') },
      floatSet(300, 340, MONDAY, '22:59'),
    ]
    own
      .given(late)
      .when(close(TUESDAY, 340), { ...admin, ...on(WEDNESDAY) })
      .then([closed(TUESDAY, 300, 340, 4)])
  })
})

describe('law: days', () => {
  const T0 = Date.parse(`${MONDAY}T08:00:00.000Z`)
  const step = fc.record({
    hours: fc.integer({ min: -3, max: 40 }),
    cents: fc.integer({ min: 0, max: 900 }),
    close: fc.nat(5),
  })

  it('follow each other without a gap, and once closed stay as they are', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const days = initialFloatDays(new Date(T0).toISOString())
        const promised = new Map<string, string>()
        let [now, cents, version] = [T0, 0, 0]
        for (const { hours, cents: after, close } of steps) {
          now += hours * 3_600_000
          const at = new Date(now).toISOString()
          version += 1
          const ended = daysAfter(businessDay(at), -1)
          if (close === 0 && ended >= days.since && !days.closed.has(ended)) {
            promised.set(ended, JSON.stringify(floatDay(days, ended)))
            closeFloatDay(days, { day: ended })
          } else if (after !== cents) {
            countFloat(days, { at, version, before: cents, after })
            cents = after
          }
        }
        for (const [day, figures] of promised) expect(JSON.stringify(floatDay(days, day))).toBe(figures)
        expect(joined(days)).toEqual([...days.moved.keys()].map(() => true))
        expect([...days.moved.values()].at(-1)?.closingCents ?? 0).toBe(cents)
      }),
    )
  })

  /** Whether each day begins with what the one before ended with, and has later events. */
  function joined({ moved }: FloatDays): boolean[] {
    let [before, cents, through] = ['', 0, 0]
    return [...moved].map(([day, one]) => {
      const fits = day > before && one.openingCents === cents && one.through > through
      ;[before, cents, through] = [day, one.closingCents, one.through]
      return fits
    })
  }

  it('are kept as long as they can be closed', () => {
    const days = initialFloatDays(new Date(T0).toISOString())
    let day = MONDAY
    for (let version = 1; version < 1_000; version++) {
      day = daysAfter(day, 1)
      countFloat(days, { at: on(day).at, version, before: version - 1, after: version })
      closeFloatDay(days, { day: daysAfter(day, -1) })
    }
    const oldest = daysAfter(day, 1 - CLOSABLE_DAYS)
    expect(floatDay(days, oldest)).toEqual({
      openingCents: 999 - CLOSABLE_DAYS,
      closingCents: 1_000 - CLOSABLE_DAYS,
      through: 1_000 - CLOSABLE_DAYS,
    })
    expect([days.moved.size, days.closed.size]).toEqual([CLOSABLE_DAYS + 2, CLOSABLE_DAYS + 2])
  })
})
