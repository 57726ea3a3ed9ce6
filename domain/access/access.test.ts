import { describe, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import { ADMIN, admin, BETTOR, bettor, blocked, commitment, opened, settler, superAdmin } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'

const account = specOf(accountAggregate, BETTOR)
const onAdmin = specOf(accountAggregate, ADMIN)
const [FACTOR, OTHER, CODES, NEW_CODES] = ['factor', 'other', 'codes', 'new codes'].map(commitment) as [
  string,
  string,
  string,
  string,
]
const enabled: AccountEvent = {
  type: 'SecondFactorEnabled',
  schema: 1,
  data: { factor: FACTOR, recoveryCodes: CODES },
}
const renewed: AccountEvent = { type: 'RecoveryCodesRenewed', schema: 1, data: { recoveryCodes: NEW_CODES } }
const disabled: AccountEvent = { type: 'SecondFactorDisabled', schema: 1, data: {} }
const removed: AccountEvent = { type: 'SecondFactorRemoved', schema: 1, data: {} }
const enable = (factor = FACTOR) => ({ type: 'EnableSecondFactor', factor, recoveryCodes: CODES }) as const
const disable = (factor = FACTOR) => ({ type: 'DisableSecondFactor', factor }) as const
const renew = (factor = FACTOR) => ({ type: 'RenewRecoveryCodes', factor, recoveryCodes: NEW_CODES }) as const
const remove = { type: 'RemoveSecondFactor' } as const

describe('a second factor', () => {
  it('is recorded as commitments, as are its new recovery codes', () => {
    account.given([opened()]).when(enable(), bettor).then([enabled])
    account.given([opened(), enabled]).when(renew(), bettor).then([renewed])
    account.given([opened(), enabled]).when(disable(), bettor).then([disabled])
    account
      .given([opened(), enabled, disabled])
      .when(enable(OTHER), bettor)
      .then([{ ...enabled, data: { factor: OTHER, recoveryCodes: CODES } }])
    onAdmin
      .given([opened('admin')])
      .when(enable(), admin)
      .then([enabled])
  })
  it('is the only one: a request that names another factor changes nothing', () => {
    account.given([opened(), enabled]).when(enable(OTHER), bettor).thenRefused('second_factor_set')
    account.given([opened(), enabled]).when(disable(OTHER), bettor).thenRefused('second_factor_replaced')
    account.given([opened(), enabled]).when(renew(OTHER), bettor).thenRefused('second_factor_replaced')
    account.given([opened()]).when(renew(), bettor).thenRefused('second_factor_missing')
  })
  it('appends nothing if it is enabled or disabled already', () => {
    account.given([opened(), enabled]).when(enable(), bettor).then([])
    account.given([opened(), enabled, renewed]).when(renew(), bettor).then([])
    account.given([opened()]).when(disable(), bettor).then([])
  })
  it('cannot be removed if there is none', () => {
    account.given([opened()]).when(remove, superAdmin).thenRefused('second_factor_missing')
    account.given([opened(), enabled, removed]).when(remove, superAdmin).thenRefused('second_factor_missing')
  })
  it('belongs to the owner alone, who must not be blocked', () => {
    for (const actor of [admin, superAdmin, settler]) {
      account.given([opened()]).when(enable(), actor).thenRefused('not_the_owner')
      account.given([opened(), enabled]).when(disable(), actor).thenRefused('not_the_owner')
      account.given([opened(), enabled]).when(renew(), actor).thenRefused('not_the_owner')
    }
    account.given([opened(), blocked]).when(enable(), bettor).thenRefused('account_blocked')
    account.given([]).when(enable(), bettor).thenRefused('account_missing')
  })
  it('is removed by a super admin, but never by its owner', () => {
    account.given([opened(), enabled]).when(remove, superAdmin).thenOnce([removed])
    account.given([opened(), blocked, enabled]).when(remove, superAdmin).thenOnce([removed])
    for (const actor of [admin, bettor, settler]) {
      account.given([opened(), enabled]).when(remove, actor).thenRefused('super_admin_required')
    }
    specOf(accountAggregate, superAdmin.actor!.id)
      .given([opened('super-admin')])
      .when(remove, superAdmin)
      .thenRefused('own_account')
  })
})

describe('sessions that an admin ends', () => {
  const all = { type: 'EndSessions', session: null } as const
  const one = { type: 'EndSessions', session: commitment('session') } as const
  const ended = (data: { session?: string }): AccountEvent => ({ type: 'SessionsEnded', schema: 1, data })

  it('are a bettor’s for any admin, and an admin’s for a super admin', () => {
    account
      .given([opened()])
      .when(all, admin)
      .thenOnce([ended({})])
    account
      .given([opened()])
      .when(one, superAdmin)
      .thenOnce([ended({ session: commitment('session') })])
    onAdmin
      .given([opened('admin')])
      .when(all, superAdmin)
      .thenOnce([ended({})])
  })
  it('are ended by nobody else', () => {
    for (const actor of [bettor, settler]) account.given([opened()]).when(all, actor).thenRefused('not_an_admin')
    onAdmin
      .given([opened('admin')])
      .when(all, admin)
      .thenRefused('super_admin_required')
    specOf(accountAggregate, superAdmin.actor!.id)
      .given([opened('super-admin')])
      .when(all, superAdmin)
      .thenRefused('own_account')
    account.given([]).when(all, admin).thenRefused('account_missing')
  })
})
