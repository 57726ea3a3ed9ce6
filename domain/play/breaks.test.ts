import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import { admin, at, BETTOR, blocked, id, opened, placeBet, received } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import type { BreakTaken } from './play-events.ts'
import { type BreakLength, endOfBreak } from './play-terms.ts'

const account = specOf(accountAggregate, BETTOR)
const funded = [opened(), received(50_000)]
const taken = (kind: BreakTaken['kind'], until: string | null): AccountEvent => ({
  type: 'BreakTaken',
  schema: 1,
  data: { kind, until },
})
const take = (length: BreakLength) => ({ type: 'TakeBreak', length }) as const
const DAY = 86_400

describe('taking a break', () => {
  it('lasts from a day to for good', () => {
    account
      .given(funded)
      .when(take('24-hours'))
      .then([taken('time-out', at(DAY))])
    account
      .given(funded)
      .when(take('1-year'))
      .then([taken('self-exclusion', '2027-11-20T18:00:00.000Z')])
    account
      .given(funded)
      .when(take('for-good'))
      .then([taken('self-exclusion', null)])
    expect(endOfBreak('6-months', '2026-08-31T10:00:00.000Z')).toBe('2027-03-03T10:00:00.000Z')
  })
  it('refuses bets until it ends', () => {
    const data = { kind: 'time-out', until: at(DAY) } as const
    const onBreak = account.given([...funded, taken(data.kind, data.until)])
    onBreak.when(placeBet(), { at: at(DAY - 1) }).thenRefused('time_out', data)
    onBreak.when(placeBet({ legs: [] }), { at: at(DAY) }).thenRefused('slip_empty')
    account
      .given([...funded, taken('self-exclusion', null)])
      .when(placeBet(), { at: at(9_999 * DAY) })
      .thenRefused('self_excluded', { kind: 'self-exclusion', until: null })
  })
  it('is never shortened, only lengthened', () => {
    const week = account.given([...funded, taken('time-out', at(7 * DAY))])
    week.when(take('24-hours')).thenRefused('break_in_force', { kind: 'time-out', until: at(7 * DAY) })
    week.when(take('30-days')).then([taken('time-out', at(30 * DAY))])
    week.when(take('for-good')).then([taken('self-exclusion', null)])
    const excluded = account.given([...funded, taken('self-exclusion', at(5 * DAY))])
    excluded.when(take('30-days')).thenRefused('break_in_force', { kind: 'self-exclusion', until: at(5 * DAY) })
    const forGood = account.given([...funded, taken('self-exclusion', null)])
    forGood.when(take('5-years')).thenRefused('break_in_force', { kind: 'self-exclusion', until: null })
    forGood.when(take('for-good')).thenNothing()
  })
  it('can be done again after the last one has ended', () =>
    account
      .given([...funded, taken('self-exclusion', at(DAY))])
      .when(take('24-hours'), { at: at(DAY) })
      .then([taken('time-out', at(2 * DAY))]))
  it('is for the bettor alone', () => {
    account.given(funded).when(take('24-hours'), admin).thenRefused('not_a_bettor')
    account
      .given(funded)
      .when(take('24-hours'), { actor: { id: id('another'), role: 'user' } })
      .thenRefused('not_the_bettor')
    account
      .given([...funded, blocked])
      .when(take('24-hours'))
      .thenRefused('account_blocked')
  })
})
