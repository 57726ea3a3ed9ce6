import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import { decideAccount } from '../account/decide.ts'
import type { AccountEvent } from '../account/events.ts'
import {
  ADMIN,
  admin,
  BETTOR,
  bettor,
  blocked,
  commitment,
  floatSet,
  id,
  metaOf,
  opened,
  received,
  settler,
  superAdmin,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import { stepOf } from '../testing/step.ts'
import { History } from '../testing/steps.ts'
import { replay, World } from '../testing/world.ts'
import { endingOf } from './closing.ts'

const account = specOf(accountAggregate, BETTOR)
const request = { type: 'RequestClosing' } as const
const cancel = { type: 'CancelClosing' } as const
const close = { type: 'CloseAccount' } as const
const requested: AccountEvent = { type: 'ClosingRequested', schema: 1, data: {} }
const cancelled: AccountEvent = { type: 'ClosingCancelled', schema: 1, data: {} }
const closed: AccountEvent = { type: 'AccountClosed', schema: 1, data: {} }
const closings = { actor: { id: 'closings', role: 'system' } } as const
const because = { reason: { code: 'by-admin', text: commitment('because') } }

describe('a request to close an account', () => {
  it('is the bettor’s own, and can be cancelled', () => {
    account.given([opened()]).when(request, bettor).then([requested])
    account
      .given([opened(), received(500)])
      .when(request, bettor)
      .then([requested])
    account.given([opened(), requested]).when(cancel, bettor).then([cancelled])
    account.given([opened(), requested, cancelled]).when(request, bettor).then([requested])
    account.given([opened()]).when(cancel, bettor).then([])
    for (const by of [admin, superAdmin, settler])
      account.given([opened()]).when(request, by).thenRefused('not_a_bettor')
    account.given([opened(), blocked]).when(request, bettor).thenRefused('account_blocked')
    account.given([]).when(request, bettor).thenRefused('account_missing')
  })
  it('is carried out once nothing is left', () => {
    account.given([opened(), requested]).when(close, closings).then([closed])
    account
      .given([opened(), received(1), requested])
      .when(close, closings)
      .thenRefused('account_not_empty')
    account.given([opened()]).when(close, closings).thenRefused('closing_not_requested')
    account.given([opened(), requested, cancelled]).when(close, closings).thenRefused('closing_not_requested')
    account.given([opened(), requested, closed]).when(cancel, bettor).thenRefused('account_closed')
  })
})

describe('an account', () => {
  it('is closed by a super admin with a reason, and by no other admin', () => {
    const by = { ...superAdmin, ...because }
    account.given([opened()]).when(close, by).then([closed])
    account.given([opened(), blocked]).when(close, by).then([closed])
    account
      .given([opened(), received(1)])
      .when(close, by)
      .thenRefused('account_not_empty')
    account.given([opened()]).when(close, superAdmin).thenRefused('reason_missing')
    account
      .given([opened()])
      .when(close, { ...admin, ...because })
      .thenRefused('super_admin_required')
    account.given([opened(), requested]).when(close, bettor).thenRefused('super_admin_required')
    specOf(accountAggregate, ADMIN)
      .given([opened('admin')])
      .when(close, by)
      .thenRefused('not_a_bettor')
  })
  it('that is closed keeps what still arrives, until it is paid out', () => {
    const transfer = {
      transfer: id('late'),
      sender: ADMIN,
      into: 'wallet',
      amountCents: 700,
      purpose: 'deposit',
    } as const
    const arrived: AccountEvent = {
      type: 'TransferReceived',
      schema: 1,
      data: { ...transfer, owedPaidCents: 0, forwarded: false },
    }
    const past = [opened(), requested, closed]
    account
      .given(past)
      .when({ type: 'ReceiveTransfer', ...transfer }, settler)
      .then([arrived])
    const payOut = { type: 'Withdraw', transfer: id('out'), to: ADMIN, amountCents: 700 } as const
    const { decision } = account.given([...past, arrived]).when(payOut, admin)
    expect(decision).toMatchObject({ accepted: true, events: [{ type: 'TransferSent' }] })
  })
  it('that is closed, or about to be, is sent no more money', () => {
    expect(
      [[], [requested], [requested, cancelled], [requested, closed]].map((past) =>
        endingOf(account.given([opened(), ...past]).state),
      ),
    ).toEqual([undefined, 'closing', undefined, 'closed'])
    const ofAdmin = specOf(accountAggregate, ADMIN).given([opened('admin'), floatSet(500)])
    const deposit = { type: 'Deposit', transfer: id('late'), to: BETTOR, amountCents: 500, purpose: 'deposit' } as const
    const promise = {
      type: 'PromiseGoodwill',
      goodwill: id('sorry'),
      to: BETTOR,
      amountCents: 1,
      perDayCents: 100,
    } as const
    for (const command of [deposit, promise]) {
      ofAdmin.when({ ...command, receiver: 'closing' }, admin).thenRefused('account_closing')
      ofAdmin.when({ ...command, receiver: 'closed' }, admin).thenRefused('account_closed')
      expect(ofAdmin.when(command, admin).decision.accepted).toBe(true)
    }
  })
  it('that is closed lets its owner do nothing', () => {
    const past = [opened(), requested, closed]
    account.given(past).when({ type: 'TakeBreak', length: '7-days' }, bettor).thenRefused('account_closed')
    account.given(past).when(request, bettor).thenRefused('account_closed')
  })
})

/** What moves a bettor's money, together with closings. */
const stepOfClosings = stepOf(
  [
    'close-account',
    'close-account',
    'close-account',
    'place',
    'settle',
    'record',
    'resettle',
    'correct',
    'void',
    'deposit',
    'withdraw',
    'deliver',
    'goodwill',
  ],
  4,
)

it('no account is closed with money in it, and what arrives later can be paid out', () =>
  fc.assert(
    fc.property(fc.array(stepOfClosings, { minLength: 1, maxLength: 80, size: 'max' }), (steps) => {
      const world = new World()
      const history = new History(world)
      history.prepare()
      for (const step of steps) history.perform(step)
      history.finish()
      for (const [number, { type, stream }] of world.log.entries()) {
        if (type !== 'AccountClosed') continue
        const ofAccount = (event: { stream: string }) => event.stream === stream
        const id = stream.slice('account-'.length)
        const { walletCents, bets } = replay(world.log.slice(0, number)).accounts.get(id)!
        expect([walletCents, bets.size]).toEqual([0, 0])
        const later = world.log.slice(number + 1).filter(ofAccount)
        expect(later.map((event) => event.type)).not.toContain('BetPlaced')
        const { state } = world.account(id)
        if (state.walletCents === 0) continue
        const all = {
          type: 'Withdraw',
          transfer: commitment('all'),
          to: ADMIN,
          amountCents: state.walletCents,
        } as const
        expect(decideAccount(all, metaOf(admin), state)).toMatchObject({
          accepted: true,
          events: [{ type: 'TransferSent' }],
        })
      }
    }),
    { numRuns: 100 },
  ))
