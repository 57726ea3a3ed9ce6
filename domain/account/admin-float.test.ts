import { describe, expect, it } from 'vitest'
import {
  ADMIN,
  admin,
  BETTOR,
  bettor,
  blocked,
  floatSet,
  id,
  OTHER_ADMIN,
  opened,
  removed,
  SUPER_ADMIN,
  settler,
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
      .when(set(700), superAdmin)
      .then([floatSet(700, 500)])
    spec
      .given(other)
      .when(set(0), admin)
      .then([floatSet(0, 500)])
  })
  it('lets no plain admin raise one', () => spec.given(other).when(set(501), admin).thenRefused('draw_missing'))
  it('refuses to change the float of a removed admin', () =>
    spec
      .given([...other, removed(500)])
      .when(set(1), superAdmin)
      .thenRefused('account_closed'))
  it('posts nothing if the float already is that amount', () => spec.given(other).when(set(500), admin).thenNothing())
  it('needs a super admin for one’s own float, and for a super admin’s', () => {
    const own = specOn(ADMIN).given([opened('admin')])
    own.when(set(1), admin).thenRefused('super_admin_required')
    own.when(set(1), superAdmin).then([floatSet(1)])
    const supers = specOn(SUPER_ADMIN).given([opened('super-admin')])
    supers.when(set(1), admin).thenRefused('super_admin_required')
    supers.when(set(1), superAdmin).then([floatSet(1)])
  })
  it('refuses bettors as actor and as holder', () => {
    spec.given(other).when(set(1), bettor).thenRefused('not_an_admin')
    specOn(BETTOR).given([opened()]).when(set(1), admin).thenRefused('not_an_admin')
  })
  it.each([-1, 0.1, Number.NaN, Infinity, 1_000_000_000_001])('refuses %d cents', (floatCents) =>
    spec.given(other).when(set(floatCents), admin).thenRefused('amount_invalid'),
  )
  it('needs an account', () => spec.given([]).when(set(1), admin).thenRefused('account_missing'))
})

describe('a draw granted for a float', () => {
  const raise = { type: 'RaiseFloat', draw: id('draw'), amountCents: 200 } as const
  const draw = { draw: id('draw') }
  const spec = specOn(OTHER_ADMIN)
  const other = [opened('admin'), floatSet(500)]

  it('raises it once, by the amount of the draw', () => {
    spec
      .given(other)
      .when(raise, settler)
      .then([floatSet(700, 500, draw)])
    spec
      .given([...other, floatSet(700, 500, draw), floatSet(0, 700)])
      .when(raise, settler)
      .thenNothing()
  })
  it('reaches an admin who is blocked, but not one who was removed', () => {
    spec
      .given([...other, blocked])
      .when(raise, settler)
      .then([floatSet(700, 500, draw)])
    spec
      .given([...other, removed(500)])
      .when(raise, settler)
      .thenNothing()
  })
  it('is paid out by the product alone, and only into a float', () => {
    spec.given(other).when(raise, superAdmin).thenRefused('not_an_admin')
    specOn(BETTOR).given([opened()]).when(raise, settler).thenRefused('not_an_admin')
    spec.given([]).when(raise, settler).thenRefused('account_missing')
  })
})

describe('removing an admin', () => {
  const remove = { type: 'RemoveAdmin' } as const
  const spec = specOn(OTHER_ADMIN)
  const other = [opened('admin'), floatSet(500)]

  it('closes the account and gives the float back', () => {
    for (const by of [admin, superAdmin]) {
      spec
        .given(other)
        .when(remove, by)
        .then([removed(500)])
    }
    expect(spec.given([...other, removed(500)]).state).toMatchObject({ closed: true, floatCents: 0 })
  })
  it('is for admins, and refused for a super admin and for oneself', () => {
    spec.given(other).when(remove, bettor).thenRefused('not_an_admin')
    specOn(SUPER_ADMIN)
      .given([opened('super-admin')])
      .when(remove, superAdmin)
      .thenRefused('super_admin_irremovable')
    specOn(ADMIN)
      .given([opened('admin')])
      .when(remove, admin)
      .thenRefused('own_account')
    specOn(BETTOR).given([opened()]).when(remove, superAdmin).thenRefused('account_missing')
    spec.given([]).when(remove, superAdmin).thenRefused('account_missing')
  })
  it('lets nothing more be done with the account', () => {
    const closed = spec.given([...other, removed(500)])
    closed.when({ type: 'BlockUser' }, superAdmin).thenRefused('account_closed')
    closed.when({ type: 'UnblockUser' }, superAdmin).thenRefused('account_closed')
    const deposit = { transfer: id('t'), to: BETTOR, amountCents: 1, purpose: 'deposit' } as const
    closed
      .when({ type: 'Deposit', ...deposit }, { actor: { id: OTHER_ADMIN, role: 'admin' } })
      .thenRefused('account_closed')
    closed.when({ type: 'ChangePassword', password: 'x', replaces: null }, superAdmin).thenRefused('account_closed')
  })
})
