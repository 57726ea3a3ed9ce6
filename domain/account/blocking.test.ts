import { describe, it } from 'vitest'
import { ADMIN, admin, BETTOR, bettor, blocked, id, opened, SUPER_ADMIN, superAdmin } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import { accountAggregate } from './aggregate.ts'
import type { AccountEvent } from './events.ts'

const specOn = (account: string) => specOf(accountAggregate, account)
const account = specOn(BETTOR)

const unblocked: AccountEvent = { type: 'AccountUnblocked', schema: 1, data: {} }

describe('blocking and unblocking', () => {
  const block = { type: 'BlockUser' } as const
  const unblock = { type: 'UnblockUser' } as const

  it('blocks a user, and an admin', () => {
    account.given([opened()]).when(block, admin).then([blocked])
    specOn(ADMIN)
      .given([opened('admin')])
      .when(block, superAdmin)
      .then([blocked])
  })
  it('unblocks', () => account.given([opened(), blocked]).when(unblock, admin).then([unblocked]))
  it('needs a super admin to unblock an admin, or admins could let in whoever added them', () => {
    const given = specOn(ADMIN).given([opened('admin'), blocked])
    given.when(unblock, { actor: { id: id('another admin'), role: 'admin' } }).thenRefused('super_admin_required')
    given.when(unblock, superAdmin).then([unblocked])
  })
  it('appends nothing if the account is in that state already', () => {
    account.given([opened(), blocked]).when(block, admin).thenNothing()
    account.given([opened()]).when(unblock, admin).thenNothing()
  })
  it('is for admins', () => {
    account.given([opened()]).when(block, bettor).thenRefused('not_an_admin')
    account.given([opened()]).when(unblock, bettor).thenRefused('not_an_admin')
  })
  it('never blocks a super admin', () => {
    const spec = specOn(SUPER_ADMIN)
    spec
      .given([opened('super-admin')])
      .when(block, admin)
      .thenRefused('super_admin_protected')
    spec
      .given([opened('super-admin')])
      .when(block, superAdmin)
      .thenRefused('super_admin_protected')
  })
  it('is refused on one’s own account', () => {
    const spec = specOn(ADMIN)
    spec
      .given([opened('admin')])
      .when(block, admin)
      .thenRefused('own_account')
    spec
      .given([opened('admin'), blocked])
      .when(unblock, admin)
      .thenRefused('own_account')
  })
  it('needs an account', () => {
    account.given([]).when(block, admin).thenRefused('account_missing')
    account.given([]).when(unblock, admin).thenRefused('account_missing')
  })
})
