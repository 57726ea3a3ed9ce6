import { describe, it } from 'vitest'
import {
  ADMIN,
  admin,
  BETTOR,
  bettor,
  commitment,
  floatSet,
  id,
  opened,
  SUPER_ADMIN,
  superAdmin,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import { accountAggregate } from './aggregate.ts'
import type { CreateAdmin, OpenAccount } from './commands.ts'
import type { AccountEvent } from './events.ts'

const specOn = (account: string) => specOf(accountAggregate, account)
const account = specOn(BETTOR)

const signUp = { actor: { id: 'sign-up', role: 'system' } } as const
const setup = { actor: { id: 'setup', role: 'system' } } as const

describe('opening an account', () => {
  const open = (changes: Partial<OpenAccount> = {}): OpenAccount => ({
    type: 'OpenAccount',
    role: 'user',
    username: commitment('user'),
    nameAsTyped: true,
    password: commitment('user password'),
    openedBy: 'sign-up',
    ageAttested: true,
    welcomeGrantCents: 0,
    receive: null,
    ...changes,
  })
  const openedBy = (by: string): AccountEvent => {
    const event = opened()
    return { ...event, data: { ...event.data, openedBy: by } } as AccountEvent
  }

  it('begins without money', () => account.given([]).when(open(), signUp).then([opened()]))
  it('is version 1 if the name was claimed by its normal form', () => {
    const { nameAsTyped: _, ...before } = open()
    account
      .given([])
      .when(before, signUp)
      .then([{ ...opened(), schema: 1 } as AccountEvent])
  })
  it('may be sent by the bettor', () => account.given([]).when(open(), bettor).then([opened()]))
  it('pays the welcome grant if one is configured', () =>
    account
      .given([])
      .when(open({ welcomeGrantCents: 500 }), signUp)
      .then([opened(), { type: 'WelcomeGranted', schema: 1, data: { amountCents: 500 } }]))
  it('receives in the same append what the admin sent ahead', () => {
    const receive = {
      transfer: id('registration'),
      sender: ADMIN,
      amountCents: 10_000,
      purpose: 'create-user' as const,
    }
    account
      .given([])
      .when(open({ openedBy: ADMIN, receive }), admin)
      .then([
        openedBy(ADMIN),
        {
          type: 'TransferReceived',
          schema: 1,
          data: { ...receive, into: 'wallet', owedPaidCents: 0, forwarded: false },
        },
      ])
  })
  it('refuses another account on the same id', () => {
    for (const changes of [
      { username: commitment('someone') },
      { password: commitment('another') },
      { openedBy: ADMIN },
    ]) {
      account.given([opened()]).when(open(changes), admin).thenRefused('account_exists')
    }
  })
  it('refuses a bettor who opens one for somebody else', () =>
    account
      .given([])
      .when(open({ openedBy: BETTOR }), bettor)
      .thenRefused('not_an_admin'))
  it('records that nobody declared the age', () => {
    const event = opened()
    account
      .given([])
      .when(open({ ageAttested: false }), signUp)
      .then([{ ...event, data: { ...event.data, ageAttested: false } } as AccountEvent])
  })
  it('refuses invalid amounts', () => {
    account
      .given([])
      .when(open({ welcomeGrantCents: -1 }), signUp)
      .thenRefused('amount_invalid')
    const receive = { transfer: id('registration'), sender: ADMIN, amountCents: 0, purpose: 'create-user' as const }
    account
      .given([])
      .when(open({ openedBy: ADMIN, receive }), admin)
      .thenRefused('amount_invalid')
  })
})

describe('creating an admin', () => {
  const spec = specOn(ADMIN)
  const create = (changes: Partial<CreateAdmin> = {}): CreateAdmin => ({
    type: 'CreateAdmin',
    role: 'admin',
    username: commitment('admin'),
    nameAsTyped: true,
    password: commitment('admin password'),
    openedBy: SUPER_ADMIN,
    floatCents: 20_000_00,
    ...changes,
  })
  const created = (role: 'admin' | 'super-admin', by: string, ageAttested = true): AccountEvent => ({
    type: 'AccountOpened',
    schema: 2,
    data: {
      role,
      username: commitment('admin'),
      password: commitment('admin password'),
      openedBy: by as 'setup',
      ageAttested,
    },
  })

  it('takes the first float from the treasury', () =>
    spec
      .given([])
      .when(create(), superAdmin)
      .then([created('admin', SUPER_ADMIN), floatSet(20_000_00)]))
  it('is open to plain admins', () =>
    spec
      .given([])
      .when(create({ openedBy: id('another'), floatCents: 0 }), { actor: { id: id('another'), role: 'admin' } })
      .then([created('admin', id('another'))]))
  it('makes the first super admin at the first start, with a float of 0', () =>
    spec
      .given([])
      .when(create({ role: 'super-admin', openedBy: 'setup', floatCents: 0 }), setup)
      .then([created('super-admin', 'setup', false)]))
  it('leaves the first float to a draw on the treasury if a plain admin asks for it', () =>
    spec.given([]).when(create(), admin).thenRefused('draw_missing'))
  it('refuses bettors, and a super admin made by an admin', () => {
    spec.given([]).when(create(), bettor).thenRefused('not_an_admin')
    spec
      .given([])
      .when(create({ role: 'super-admin' }), admin)
      .thenRefused('super_admin_required')
  })
  it.each([-1, 0.5, Number.NaN, 1_000_000_000_001])('refuses a float of %d cents', (floatCents) =>
    spec.given([]).when(create({ floatCents }), superAdmin).thenRefused('amount_invalid'),
  )
  it('refuses another account on the same id', () =>
    spec.given([opened()]).when(create(), superAdmin).thenRefused('account_exists'))
})
