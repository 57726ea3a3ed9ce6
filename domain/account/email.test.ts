import { describe, it } from 'vitest'
import { ADMIN, admin, BETTOR, bettor, blocked, commitment, opened, settler, superAdmin } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import { accountAggregate } from './aggregate.ts'
import type { ChangeEmail } from './commands.ts'
import type { AccountEvent } from './events.ts'

const account = specOf(accountAggregate, BETTOR)
const FIRST = commitment('ada@example.org')
const SECOND = commitment('ada@example.com')
const set = (email: string): AccountEvent => ({ type: 'EmailChanged', schema: 1, data: { email } })
const removed: AccountEvent = { type: 'EmailChanged', schema: 1, data: {} }
const change = (email: string | null, replaces: string | null = null): ChangeEmail => ({
  type: 'ChangeEmail',
  email,
  replaces,
})

describe('changing the email', () => {
  it('is recorded as a commitment; a removal has none', () => {
    account
      .given([opened()])
      .when(change(FIRST), bettor)
      .then([set(FIRST)])
    account
      .given([opened(), set(FIRST)])
      .when(change(SECOND, FIRST), bettor)
      .then([set(SECOND)])
    account
      .given([opened(), set(FIRST)])
      .when(change(null, FIRST), bettor)
      .then([removed])
    account
      .given([opened(), set(FIRST), removed])
      .when(change(FIRST), bettor)
      .then([set(FIRST)])
  })
  it('appends nothing if nothing changes', () => {
    account.given([opened()]).when(change(null), bettor).then([])
    account
      .given([opened(), set(FIRST)])
      .when(change(FIRST), bettor)
      .then([])
  })
  it('is for the owner alone', () => {
    for (const actor of [admin, superAdmin, settler])
      account.given([opened()]).when(change(FIRST), actor).thenRefused('not_the_owner')
    specOf(accountAggregate, ADMIN)
      .given([opened('admin')])
      .when(change(FIRST), admin)
      .then([set(FIRST)])
  })
  it('is refused to a blocked user', () =>
    account.given([opened(), blocked]).when(change(FIRST), bettor).thenRefused('account_blocked'))
  it('is refused to an admin who was removed', () =>
    specOf(accountAggregate, ADMIN)
      .given([opened('admin'), { type: 'AdminRemoved', schema: 1, data: { floatCents: 0 } }])
      .when(change(FIRST), admin)
      .thenRefused('account_closed'))
  it('does not undo a later change', () => {
    account
      .given([opened(), set(SECOND)])
      .when(change(FIRST), bettor)
      .thenRefused('email_replaced')
    account
      .given([opened(), set(FIRST), removed])
      .when(change(SECOND, FIRST), bettor)
      .thenRefused('email_replaced')
  })
  it('needs an account', () => account.given([]).when(change(FIRST), bettor).thenRefused('account_missing'))
})
