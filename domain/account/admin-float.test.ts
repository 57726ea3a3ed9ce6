import { describe, it } from 'vitest'
import {
  ADMIN,
  admin,
  BETTOR,
  bettor,
  floatSet,
  OTHER_ADMIN,
  opened,
  SUPER_ADMIN,
  superAdmin,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import { accountAggregate } from './aggregate.ts'

const specOn = (account: string) => specOf(accountAggregate, account)

describe('setting an admin’s float', () => {
  const set = (floatCents: number) => ({ type: 'SetAdminBalance', floatCents }) as const
  const spec = specOn(OTHER_ADMIN)
  const other = [opened('admin'), floatSet(500)]

  it('posts the difference', () => {
    spec
      .given(other)
      .when(set(700), admin)
      .then([floatSet(700, 500)])
    spec
      .given(other)
      .when(set(0), superAdmin)
      .then([floatSet(0, 500)])
  })
  it('has nothing to post where it is that already', () => spec.given(other).when(set(500), admin).thenNothing())
  it('needs a super admin for the own float, and for a super admin’s', () => {
    const own = specOn(ADMIN).given([opened('admin')])
    own.when(set(1), admin).thenRefused('super_admin_required')
    own.when(set(1), superAdmin).then([floatSet(1)])
    const supers = specOn(SUPER_ADMIN).given([opened('super-admin')])
    supers.when(set(1), admin).thenRefused('super_admin_required')
    supers.when(set(1), superAdmin).then([floatSet(1)])
  })
  it('refuses bettors, on either side', () => {
    spec.given(other).when(set(1), bettor).thenRefused('not_an_admin')
    specOn(BETTOR).given([opened()]).when(set(1), admin).thenRefused('not_an_admin')
  })
  it.each([-1, 0.1, Number.NaN, Infinity, 1_000_000_000_001])('refuses %d cents', (floatCents) =>
    spec.given(other).when(set(floatCents), admin).thenRefused('amount_invalid'),
  )
  it('needs an account', () => spec.given([]).when(set(1), admin).thenRefused('account_missing'))
})
