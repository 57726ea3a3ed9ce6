import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import { ADMIN, BETTOR, blocked, floatSet, id, opened, received, removed, sent } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import type { ReceiveTransfer } from './transfer-commands.ts'

const specOn = (account: string) => specOf(accountAggregate, account)
const transfers = { actor: { id: 'transfers', role: 'system' } } as const

describe('a transfer that arrives', () => {
  const receive = (changes: Partial<ReceiveTransfer> = {}): ReceiveTransfer => ({
    type: 'ReceiveTransfer',
    transfer: id('first deposit'),
    sender: ADMIN,
    into: 'wallet',
    amountCents: 5_000,
    purpose: 'deposit',
    ...changes,
  })
  const spec = specOn(BETTOR)

  it('is never refused by an account that exists, blocked or not', () => {
    spec
      .given([opened()])
      .when(receive(), transfers)
      .then([received(5_000)])
    spec
      .given([opened(), blocked])
      .when(receive(), transfers)
      .then([received(5_000)])
  })
  it('goes into a float if it was sent there', () => {
    const event: AccountEvent = {
      type: 'TransferReceived',
      schema: 1,
      data: {
        transfer: id('payout'),
        sender: BETTOR,
        into: 'float',
        amountCents: 3_000,
        purpose: 'withdrawal',
        owedPaidCents: 0,
        forwarded: false,
      },
    }
    const into = receive({
      transfer: id('payout'),
      sender: BETTOR,
      into: 'float',
      amountCents: 3_000,
      purpose: 'withdrawal',
    })
    specOn(ADMIN)
      .given([opened('admin')])
      .when(into, transfers)
      .then([event])
    expect(specOn(ADMIN).given([opened('admin'), event]).state.floatCents).toBe(3_000)
    const forwarded = { ...event, data: { ...event.data, forwarded: true } } as AccountEvent
    const gone = [opened('admin'), floatSet(500), removed(500)]
    specOn(ADMIN).given(gone).when(into, transfers).then([forwarded])
    expect(specOn(ADMIN).given([...gone, forwarded]).state.floatCents).toBe(0)
  })
  it('arrives once', () =>
    spec
      .given([opened(), received(5_000)])
      .when(receive(), transfers)
      .thenNothing())
  it('pays off a debt first', () => {
    const { state, when } = spec.given([opened()])
    state.owedCents = 2_000
    const event = received(5_000) as AccountEvent & { type: 'TransferReceived' }
    when(receive(), transfers).thenOnce([{ ...event, data: { ...event.data, owedPaidCents: 2_000 } }])
  })
  it('needs an account', () => spec.given([]).when(receive(), transfers).thenRefused('account_missing'))
  it('throws if the wallet would exceed what is exact', () => {
    const { state, when } = spec.given([opened()])
    state.walletCents = 8_999_999_999_999_999
    expect(() => when(receive(), transfers)).toThrow(RangeError)
  })
})

describe('a transfer that comes back', () => {
  const back = (transfer = id('transfer')) => ({ type: 'ReturnTransfer', transfer }) as const
  const returned = (into: 'float' | 'wallet', amountCents: number): AccountEvent => ({
    type: 'TransferReturned',
    schema: 1,
    data: { transfer: id('transfer'), into, amountCents, owedPaidCents: 0 },
  })
  const funded = [opened('admin'), floatSet(15_000), sent()]

  it('goes where it came from', () => {
    const spec = specOn(ADMIN)
    spec
      .given(funded)
      .when(back(), transfers)
      .then([returned('float', 10_000)])
    expect(spec.given([...funded, returned('float', 10_000)]).state.floatCents).toBe(15_000)
    const out = sent({ from: 'wallet', to: ADMIN, into: 'float', amountCents: 5_000, purpose: 'withdrawal' })
    const user = specOn(BETTOR)
    user
      .given([opened(), received(5_000), out])
      .when(back(), transfers)
      .then([returned('wallet', 5_000)])
    const { state } = user.given([opened(), received(5_000), out, returned('wallet', 5_000)])
    expect(state.walletCents).toBe(5_000)
  })
  it('goes on to the treasury if its sender was removed meanwhile', () => {
    const gone = specOn(ADMIN).given([...funded, removed(5_000)])
    gone.when(back(), transfers).then([returned('float', 10_000), floatSet(0, 10_000)])
  })
  it('refuses one that was never sent', () => {
    specOn(ADMIN)
      .given(funded)
      .when(back(id('unknown')), transfers)
      .thenRefused('transfer_missing')
    specOn(ADMIN).given([]).when(back(), transfers).thenRefused('account_missing')
  })
})
