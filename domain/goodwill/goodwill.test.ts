import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import {
  ADMIN,
  admin,
  at,
  BETTOR,
  bettor,
  blocked,
  id,
  opened,
  removed,
  SUPER_ADMIN,
  superAdmin,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import { goodwillLeftCents } from './goodwill.ts'

const ofAdmin = specOf(accountAggregate, ADMIN)
const ofSuperAdmin = specOf(accountAggregate, SUPER_ADMIN)
const ofBettor = specOf(accountAggregate, BETTOR)
const promise = (amountCents: number, goodwill = id('sorry')) =>
  ({ type: 'PromiseGoodwill', goodwill, to: BETTOR, amountCents, perDayCents: 100_00 }) as const
const promised = (amountCents: number, goodwill = id('sorry')): AccountEvent => ({
  type: 'GoodwillPromised',
  schema: 1,
  data: { goodwill, to: BETTOR, amountCents },
})
const pay = (amountCents: number) => ({ type: 'PayGoodwill', goodwill: id('sorry'), by: ADMIN, amountCents }) as const
const paid = (amountCents: number, owedPaidCents = 0): AccountEvent => ({
  type: 'GoodwillPaid',
  schema: 1,
  data: { goodwill: id('sorry'), by: ADMIN, amountCents, owedPaidCents },
})
/** Business days begin at midnight in Paris. */
const TOMORROW = { at: at(2 * 86_400) }

describe('goodwill is promised', () => {
  it('by an admin, up to the bound per day, once for each id', () => {
    ofAdmin
      .given([opened('admin')])
      .when(promise(100_00), admin)
      .then([promised(100_00)])
    ofAdmin
      .given([opened('admin')])
      .when(promise(100_01), admin)
      .thenRefused('goodwill_bound_reached', { leftCents: 100_00 })
    const before = [opened('admin'), promised(60_00, id('before'))]
    ofAdmin
      .given(before)
      .when(promise(40_00), admin)
      .then([promised(40_00)])
    ofAdmin.given(before).when(promise(40_01), admin).thenRefused('goodwill_bound_reached', { leftCents: 40_00 })
    ofAdmin
      .given(before)
      .when(promise(100_00), { ...admin, ...TOMORROW })
      .thenOnce([promised(100_00)])
  })
  it('on no day that is over, which could alternate with the next one', () => {
    ofAdmin
      .given([opened('admin'), promised(1, id('before'))])
      .when(promise(1), { ...admin, at: at(-2 * 86_400) })
      .thenRefused('goodwill_bound_reached', { leftCents: 0 })
  })
  it('by a super admin without a bound', () => {
    ofSuperAdmin
      .given([opened('super-admin')])
      .when(promise(1_000_00), superAdmin)
      .then([promised(1_000_00)])
  })
  it('by nobody else, and not on another admin’s account', () => {
    ofBettor.given([opened()]).when(promise(1), bettor).thenRefused('not_an_admin')
    ofAdmin
      .given([opened('admin')])
      .when(promise(1), superAdmin)
      .thenRefused('not_the_owner')
    ofAdmin
      .given([opened('admin'), blocked])
      .when(promise(1), admin)
      .thenRefused('account_blocked')
    ofAdmin
      .given([opened('admin'), removed()])
      .when(promise(1), admin)
      .thenRefused('account_closed')
    ofAdmin.given([]).when(promise(1), admin).thenRefused('account_missing')
    for (const cents of [0, -1, 0.5])
      ofAdmin
        .given([opened('admin')])
        .when(promise(cents), admin)
        .thenRefused('amount_invalid')
  })
  it('is counted by business days', () => {
    const { state } = ofAdmin.given([opened('admin'), promised(60_00), promised(30_00, id('another'))])
    expect([at(0), TOMORROW.at].map((now) => goodwillLeftCents(state, 100_00, now))).toEqual([10_00, 100_00])
  })
})

describe('goodwill is paid', () => {
  it('into the wallet, blocked or not, once', () => {
    ofBettor
      .given([opened()])
      .when(pay(50), admin)
      .then([paid(50)])
    ofBettor
      .given([opened(), blocked])
      .when(pay(50), superAdmin)
      .then([paid(50)])
    expect(ofBettor.given([opened(), paid(50)]).state.walletCents).toBe(50)
  })
  it('to bettors alone, by admins', () => {
    ofBettor.given([opened()]).when(pay(50), bettor).thenRefused('not_an_admin')
    ofAdmin
      .given([opened('admin')])
      .when(pay(50), superAdmin)
      .thenRefused('not_a_bettor')
    ofBettor.given([]).when(pay(50), admin).thenRefused('account_missing')
    ofBettor.given([opened()]).when(pay(0), admin).thenRefused('amount_invalid')
  })
})
