import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import {
  ADMIN,
  admin,
  BETTOR,
  bettor,
  blocked,
  floatSet,
  id,
  opened,
  received,
  sent,
  superAdmin,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import type { Deposit, Withdraw } from './transfer-commands.ts'

const specOn = (account: string) => specOf(accountAggregate, account)

describe('a deposit', () => {
  const deposit = (changes: Partial<Deposit> = {}): Deposit => ({
    type: 'Deposit',
    transfer: id('transfer'),
    to: BETTOR,
    amountCents: 10_000,
    purpose: 'deposit',
    ...changes,
  })
  const spec = specOn(ADMIN)
  const funded = [opened('admin'), floatSet(15_000)]

  it('leaves the float, and then is in transit', () => {
    spec.given(funded).when(deposit(), admin).then([sent()])
    spec
      .given(funded)
      .when(deposit({ purpose: 'create-user' }), admin)
      .then([sent({ purpose: 'create-user' })])
    expect(spec.given([...funded, sent()]).state.floatCents).toBe(5_000)
  })
  it('may empty the float', () =>
    spec
      .given(funded)
      .when(deposit({ amountCents: 15_000 }), admin)
      .then([sent({ amountCents: 15_000 })]))
  it('is made once under its id', () => {
    spec
      .given([...funded, sent()])
      .when(deposit(), admin)
      .thenNothing()
    // the same amount to the same account, but out of the wallet, is a different transfer
    spec
      .given([...funded, sent({ from: 'wallet', into: 'float' })])
      .when(deposit(), admin)
      .thenRefused('key_reused')
    spec
      .given([...funded, sent()])
      .when(deposit({ amountCents: 1 }), admin)
      .thenRefused('key_reused')
    spec
      .given([...funded, sent()])
      .when(deposit({ to: id('someone') }), admin)
      .thenRefused('key_reused')
  })
  it('refuses more than the float holds', () => {
    spec
      .given(funded)
      .when(deposit({ amountCents: 15_001 }), admin)
      .thenRefused('float_too_small')
    spec
      .given([...funded, sent()])
      .when(deposit({ transfer: id('next') }), admin)
      .thenRefused('float_too_small')
  })
  it('can be made only by the owner of the float', () => {
    spec.given(funded).when(deposit(), superAdmin).thenRefused('not_an_admin')
    spec.given(funded).when(deposit(), bettor).thenRefused('not_an_admin')
    specOn(BETTOR)
      .given([opened()])
      .when(deposit({ to: ADMIN }), bettor)
      .thenRefused('not_an_admin')
  })
  it('refuses an admin who is blocked, and one who would pay into their own account', () => {
    spec
      .given([...funded, blocked])
      .when(deposit(), admin)
      .thenRefused('account_blocked')
    spec
      .given(funded)
      .when(deposit({ to: ADMIN }), admin)
      .thenRefused('own_account')
  })
  it.each([0, -5, 0.5, Number.NaN, 1_000_000_000_001])('refuses %d cents', (amountCents) =>
    spec.given(funded).when(deposit({ amountCents }), admin).thenRefused('amount_invalid'),
  )
  it('needs an account', () => spec.given([]).when(deposit(), admin).thenRefused('account_missing'))
})

describe('a withdrawal', () => {
  const withdraw = (changes: Partial<Withdraw> = {}): Withdraw => ({
    type: 'Withdraw',
    transfer: id('payout'),
    to: ADMIN,
    amountCents: 3_000,
    ...changes,
  })
  const out = sent({
    transfer: id('payout'),
    from: 'wallet',
    to: ADMIN,
    into: 'float',
    amountCents: 3_000,
    purpose: 'withdrawal',
  })
  const spec = specOn(BETTOR)
  const funded = [opened(), received(5_000)]

  it('leaves the wallet, and then is in transit', () => {
    spec.given(funded).when(withdraw(), admin).then([out])
    expect(spec.given([...funded, out]).state.walletCents).toBe(2_000)
  })
  it('may empty the wallet', () =>
    spec
      .given(funded)
      .when(withdraw({ amountCents: 5_000 }), admin)
      .then([{ ...out, data: { ...out.data, amountCents: 5_000 } } as AccountEvent]))
  it('pays a blocked bettor out', () =>
    spec
      .given([...funded, blocked])
      .when(withdraw(), admin)
      .then([out]))
  it('is made once under its id', () => {
    spec
      .given([...funded, out])
      .when(withdraw(), admin)
      .thenNothing()
    spec
      .given([...funded, out])
      .when(withdraw({ amountCents: 1 }), admin)
      .thenRefused('key_reused')
  })
  it('refuses more than the wallet holds', () =>
    spec
      .given(funded)
      .when(withdraw({ amountCents: 5_001 }), admin)
      .thenRefused('balance_too_small'))
  it('refuses while a debt is outstanding', () => {
    const { state, when } = spec.given(funded)
    state.owedCents = 1
    when(withdraw(), admin).thenRefused('debt_outstanding')
  })
  it('is for admins, and never into the account that it leaves', () => {
    spec.given(funded).when(withdraw(), bettor).thenRefused('not_an_admin')
    spec
      .given(funded)
      .when(withdraw({ to: BETTOR }), admin)
      .thenRefused('own_account')
  })
  it.each([0, -5, 0.5])('refuses %d cents', (amountCents) =>
    spec.given(funded).when(withdraw({ amountCents }), admin).thenRefused('amount_invalid'),
  )
  it('needs an account', () => spec.given([]).when(withdraw(), admin).thenRefused('account_missing'))
})
