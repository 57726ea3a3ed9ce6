import { describe, expect, it } from 'vitest'
import {
  ADMIN,
  admin,
  BETTOR,
  bettor,
  blocked,
  commitment,
  id,
  OTHER_ADMIN,
  opened,
  SUPER_ADMIN,
  settler,
  superAdmin,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import { accountAggregate } from './aggregate.ts'
import type { ChangePassword } from './commands.ts'
import type { AccountEvent } from './events.ts'
import { passwordOf } from './state.ts'

const specOn = (account: string) => specOf(accountAggregate, account)
const account = specOn(BETTOR)

const FIRST = commitment('user password')
const changed = (password: string): AccountEvent => ({ type: 'PasswordChanged', schema: 1, data: { password } })
const change = (changes: Partial<ChangePassword> = {}): ChangePassword => ({
  type: 'ChangePassword',
  password: commitment('second'),
  replaces: FIRST,
  ...changes,
})
const createdBy = (creator: string): AccountEvent => {
  const { data, ...rest } = opened() as Extract<AccountEvent, { type: 'AccountOpened'; schema: 1 }>
  return { ...rest, data: { ...data, openedBy: creator } }
}

describe('changing the password', () => {
  it('is recorded as a commitment, and again as another one', () => {
    account
      .given([opened()])
      .when(change(), bettor)
      .then([changed(commitment('second'))])
    account
      .given([opened(), changed(commitment('second'))])
      .when(change({ password: commitment('third'), replaces: commitment('second') }), bettor)
      .then([changed(commitment('third'))])
  })
  it('keeps the newest commitment in force', () => {
    const past = [opened(), changed(commitment('second')), changed(commitment('third'))]
    expect(passwordOf(account.given([]).state)).toBeNull()
    expect(passwordOf(account.given([opened()]).state)).toBe(FIRST)
    expect(passwordOf(account.given(past).state)).toBe(commitment('third'))
  })
  it('refuses the later of two changes that replace the same password', () =>
    account
      .given([opened(), changed(commitment('theirs'))])
      .when(change(), bettor)
      .thenRefused('password_replaced'))
  it('needs no old password if none was asked for', () =>
    account
      .given([createdBy(ADMIN), changed(commitment('theirs'))])
      .when(change({ replaces: null }), admin)
      .then([changed(commitment('second'))]))
  it('is for the account itself, its creator and super admins', () => {
    const now = [changed(commitment('second'))]
    account
      .given([createdBy(ADMIN)])
      .when(change(), bettor)
      .then(now)
    account
      .given([createdBy(ADMIN)])
      .when(change(), admin)
      .then(now)
    account
      .given([createdBy(ADMIN)])
      .when(change(), superAdmin)
      .then(now)
    for (const actor of [
      { id: OTHER_ADMIN, role: 'admin' },
      { id: id('another'), role: 'user' },
      settler.actor,
    ] as const) {
      account
        .given([createdBy(ADMIN)])
        .when(change(), { actor })
        .thenRefused('not_the_creator')
    }
    // a user who signed up was created by no admin
    account.given([opened()]).when(change(), admin).thenRefused('not_the_creator')
  })
  it('works for admins and super admins too', () => {
    const password = commitment('second')
    specOn(ADMIN)
      .given([opened('admin')])
      .when(change({ replaces: commitment('admin password') }), admin)
      .then([changed(password)])
    specOn(SUPER_ADMIN)
      .given([opened('super-admin')])
      .when(change({ replaces: commitment('super-admin password') }), superAdmin)
      .then([changed(password)])
  })
  it('is refused to a blocked user, but not to an admin on their behalf', () => {
    account
      .given([createdBy(ADMIN), blocked])
      .when(change(), bettor)
      .thenRefused('account_blocked')
    account
      .given([createdBy(ADMIN), blocked])
      .when(change(), admin)
      .then([changed(commitment('second'))])
  })
  it('cannot be changed by the product, whatever its actor is called', () => {
    for (const name of ['settler', BETTOR, ADMIN]) {
      account
        .given([createdBy(ADMIN)])
        .when(change(), { actor: { id: name, role: 'system' } })
        .thenRefused('not_the_creator')
    }
  })
  it('needs an account', () => account.given([]).when(change(), bettor).thenRefused('account_missing'))
})
