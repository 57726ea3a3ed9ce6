// Auditors are created, blocked and removed by super admins alone. They hold no money, and change nothing but how they
// sign in.
import { describe, expect, it } from 'vitest'
import { decideDesk } from '../desk/decide.ts'
import { initialDesk } from '../desk/state.ts'
import { decideFixture } from '../fixture/decide.ts'
import { initialFixture } from '../fixture/state.ts'
import { decideOffer } from '../offer/decide.ts'
import { initialOffer } from '../offer/state.ts'
import {
  ADMIN,
  AUDITOR,
  admin,
  auditor,
  commitment,
  id,
  metaOf,
  SUPER_ADMIN,
  settler,
  superAdmin,
} from '../testing/samples.ts'
import { decideTreasury } from '../treasury/decide.ts'
import { initialTreasury } from '../treasury/state.ts'
import type { AccountCommand, CreateAdmin } from './commands.ts'
import { decideAccount } from './decide.ts'
import { evolveAccount, type RecordedAccountEvent } from './evolve.ts'
import { balanceCents, initialAccount } from './state.ts'

/** Every command on an account, and whether an auditor may give it. */
const OWN: Record<AccountCommand['type'], boolean> = {
  ChangePassword: true,
  EnableSecondFactor: true,
  DisableSecondFactor: true,
  RenewRecoveryCodes: true,
  AddNote: false,
  ApproveSettlement: false,
  AskSettlement: false,
  BlockUser: false,
  ChangeEmail: false,
  CancelClosing: false,
  CloseAccount: false,
  CloseFloatDay: false,
  CreateAdmin: false,
  DeclineSettlement: false,
  Deposit: false,
  EndRequest: false,
  ErasePersonalData: false,
  EndSessions: false,
  OpenAccount: false,
  PayGoodwill: false,
  PlaceBet: false,
  PromiseGoodwill: false,
  RaiseFloat: false,
  ReceiveTransfer: false,
  RemoveAdmin: false,
  RequestClosing: false,
  RemoveSecondFactor: false,
  ResettleBet: false,
  ReturnTransfer: false,
  SetAdminBalance: false,
  SetBetCaps: false,
  SetPlayLimit: false,
  SettleBet: false,
  TakeBreak: false,
  UnblockUser: false,
  UseAuthority: false,
  VoidBet: false,
  Withdraw: false,
}
const create: CreateAdmin = {
  type: 'CreateAdmin',
  role: 'auditor',
  username: commitment('auditor'),
  password: commitment('auditor password'),
  openedBy: SUPER_ADMIN,
  floatCents: 0,
}
const made = () => {
  const state = initialAccount(AUDITOR)
  const { type: _, floatCents: __, ...opened } = create
  const data = { ...opened, openedBy: SUPER_ADMIN, ageAttested: true }
  const meta = { ...metaOf(superAdmin), recordedAt: metaOf().at }
  evolveAccount(state, { type: 'AccountOpened', schema: 2, data, meta, version: 0 } as RecordedAccountEvent)
  return state
}
const codeOf = (decision: { accepted: boolean; refusal?: { code: string } }) => decision.refusal?.code ?? 'accepted'
const on = (command: AccountCommand, by: Parameters<typeof metaOf>[0], state = made()) =>
  codeOf(decideAccount(command, metaOf(by), state) as never)

describe('an auditor', () => {
  it.each(Object.entries(OWN))('gives the command %s: %s', (type, isOwn) => {
    expect(on({ type } as never, auditor) === 'read_only').toBe(!isOwn)
  })
  it('decides nothing about games, the offer, the desk or the treasury', () => {
    const meta = metaOf(auditor)
    const fixture = initialFixture(id('derby'))
    expect([
      codeOf(decideFixture({ type: 'VoidEvent' } as never, meta, fixture) as never),
      codeOf(decideOffer({ type: 'SaveGamesOfTheDay', fixtures: [] }, meta, initialOffer()) as never),
      codeOf(decideDesk({ type: 'StopBetting', scope: {} }, meta, initialDesk()) as never),
      codeOf(decideTreasury({ type: 'ApproveDraw', draw: id('draw') }, meta, initialTreasury()) as never),
    ]).toEqual(['not_an_admin', 'not_an_admin', 'not_an_admin', 'not_an_admin'])
  })
  it('changes the own password, by the version of the event that can name an auditor', () => {
    const command = { type: 'ChangePassword', password: commitment('new'), replaces: null } as const
    expect(decideAccount(command, metaOf(auditor), made())).toMatchObject({
      accepted: true,
      events: [{ type: 'PasswordChanged', schema: 2 }],
    })
    expect(decideAccount(command, metaOf(superAdmin), made())).toMatchObject({ events: [{ schema: 1 }] })
    expect(on(command, admin)).toBe('not_the_creator')
  })
  it('is created by super admins alone, by an event with that role', () => {
    const nobody = initialAccount(AUDITOR)
    expect(decideAccount(create, metaOf(superAdmin), nobody)).toMatchObject({
      accepted: true,
      events: [{ type: 'AccountOpened', schema: 2, data: { role: 'auditor', openedBy: SUPER_ADMIN } }],
    })
    expect([on(create, admin, nobody), on(create, settler, nobody)]).toEqual([
      'super_admin_required',
      'super_admin_required',
    ])
  })
  it('is blocked, unblocked and removed by super admins alone', () => {
    for (const type of ['BlockUser', 'UnblockUser', 'RemoveAdmin'] as const) {
      expect([type, on({ type }, admin), on({ type }, superAdmin)]).toEqual([type, 'super_admin_required', 'accepted'])
    }
  })
  it('never has a float', () => {
    const state = made()
    expect([balanceCents(state), state.floatDays]).toEqual([0, undefined])
    const deposit = { type: 'Deposit', transfer: id('t'), to: ADMIN, amountCents: 1, purpose: 'deposit' } as const
    expect([
      on({ ...create, floatCents: 1 }, superAdmin, initialAccount(AUDITOR)),
      on({ type: 'SetAdminBalance', floatCents: 1 }, superAdmin),
      on({ type: 'RaiseFloat', draw: id('draw'), amountCents: 1 }, settler),
      on(deposit, settler),
    ]).toEqual(['amount_invalid', 'not_an_admin', 'not_an_admin', 'not_an_admin'])
  })
})
