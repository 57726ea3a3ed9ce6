import { describe, expect, it } from 'vitest'
import type { AccountEvent } from '../account/events.ts'
import { accountStream } from '../account/events.ts'
import type { BetResettled } from '../bet/bet-events.ts'
import type { DomainEvent } from '../events.ts'
import { ADMIN, at, BETTOR, betPlaced, floatSet, id, opened, placeBet } from '../testing/samples.ts'
import { postingsOf } from './postings.ts'

const wallet = `user:${BETTOR}:wallet`
const owed = `user:${BETTOR}:owed`
const float = `admin:${ADMIN}:float`
const bet = `bet:${id('bet')}`
const transit = `transit:${id('transfer')}`
const user = accountStream(BETTOR)
const admin = accountStream(ADMIN)

const told = (stream: string, event: DomainEvent) =>
  postingsOf(stream, event).map(({ from, to, amountCents }) => `${from} -> ${to} ${amountCents}`)

const settled = (returnCents: number, owedPaidCents = 0): AccountEvent => ({
  type: 'BetSettled',
  schema: 2,
  data: { bet: id('bet'), rule: 2, outcome: 'won', stakeCents: 1000, returnCents, owedPaidCents, legs: [] },
})
const moneyIn = (into: 'wallet' | 'float', changes: { owedPaidCents?: number; forwarded?: boolean } = {}) => ({
  type: 'TransferReceived' as const,
  schema: 1 as const,
  data: {
    transfer: id('transfer'),
    sender: ADMIN,
    into,
    amountCents: 500,
    purpose: 'deposit' as const,
    owedPaidCents: 0,
    forwarded: false,
    ...changes,
  },
})

describe('the lines of an event', () => {
  it('for an opening, a block, a fixture, the log: none', () => {
    expect(told(user, opened())).toEqual([])
    expect(told(user, { type: 'AccountBlocked', schema: 1, data: {} })).toEqual([])
    expect(told('ledger', { type: 'LogStarted', schema: 1, data: { log: id('log'), currency: 'EUR' } })).toEqual([])
    const moved = { type: 'FixtureMoved' as const, schema: 1 as const, data: { from: at(0), to: at(1) } }
    expect(told(`fixture-${id('derby')}`, moved)).toEqual([])
  })
  it('for a welcome grant', () =>
    expect(told(user, { type: 'WelcomeGranted', schema: 1, data: { amountCents: 500 } })).toEqual([
      `house:grants -> ${wallet} 500`,
    ]))
  it('for a float set up and down: the difference', () => {
    expect(told(admin, floatSet(700, 500))).toEqual([`treasury -> ${float} 200`])
    expect(told(admin, floatSet(100, 500))).toEqual([`${float} -> treasury 400`])
    expect(told(admin, floatSet(500, 500))).toEqual([])
  })
  it('for transfers: out, in, back', () => {
    const data = { transfer: id('transfer'), to: BETTOR, amountCents: 500 }
    expect(
      told(admin, {
        type: 'TransferSent',
        schema: 1,
        data: { ...data, from: 'float', into: 'wallet', purpose: 'deposit' },
      }),
    ).toEqual([`${float} -> ${transit} 500`])
    expect(
      told(user, {
        type: 'TransferSent',
        schema: 1,
        data: { ...data, from: 'wallet', into: 'float', purpose: 'withdrawal' },
      }),
    ).toEqual([`${wallet} -> ${transit} 500`])
    expect(told(user, moneyIn('wallet'))).toEqual([`${transit} -> ${wallet} 500`])
    expect(told(admin, moneyIn('float'))).toEqual([`${transit} -> ${float} 500`])
    const returned = { transfer: id('transfer'), amountCents: 500, owedPaidCents: 200 }
    expect(told(user, { type: 'TransferReturned', schema: 1, data: { ...returned, into: 'wallet' } })).toEqual([
      `${transit} -> ${wallet} 500`,
      `${wallet} -> ${owed} 200`,
    ])
  })
  it('for a receipt that pays off a debt, and for one of an admin who was removed', () => {
    expect(told(user, moneyIn('wallet', { owedPaidCents: 500 }))).toEqual([
      `${transit} -> ${wallet} 500`,
      `${wallet} -> ${owed} 500`,
    ])
    expect(told(admin, moneyIn('float', { forwarded: true }))).toEqual([
      `${transit} -> ${float} 500`,
      `${float} -> treasury 500`,
    ])
  })
  it('for a bet: placed, won, lost, refunded, partly returned, voided', () => {
    expect(told(user, betPlaced(placeBet()))).toEqual([`${wallet} -> ${bet} 1000`])
    expect(told(user, settled(2100))).toEqual([`${bet} -> ${wallet} 1000`, `house:profit -> ${wallet} 1100`])
    expect(told(user, settled(2100, 300))).toEqual([
      `${bet} -> ${wallet} 1000`,
      `house:profit -> ${wallet} 1100`,
      `${wallet} -> ${owed} 300`,
    ])
    expect(told(user, settled(0))).toEqual([`${bet} -> house:profit 1000`])
    expect(told(user, settled(1000))).toEqual([`${bet} -> ${wallet} 1000`])
    expect(told(user, settled(400))).toEqual([`${bet} -> ${wallet} 400`, `${bet} -> house:profit 600`])
    const voided = { bet: id('bet'), stakeCents: 1000, owedPaidCents: 0 }
    expect(told(user, { type: 'BetVoided', schema: 1, data: voided })).toEqual([`${bet} -> ${wallet} 1000`])
  })
  it('for a settlement taken back: what the wallet lacks, the mirrored lines from last to first, the new settlement', () => {
    const data = {
      bet: id('bet'),
      replaces: 3,
      stakeCents: 1000,
      reversedReturnCents: 2100,
      reversedOwedPaidCents: 300,
      shortfallCents: 500,
    }
    const resettled = (settlement: BetResettled['settlement'], changes: Partial<BetResettled> = {}) =>
      told(user, { type: 'BetResettled', schema: 1, data: { ...data, settlement, ...changes } })
    const lost = { rule: 2, outcome: 'lost', returnCents: 0, owedPaidCents: 0, legs: [] } as const
    const taken = [
      `${owed} -> ${wallet} 500`,
      `${owed} -> ${wallet} 300`,
      `${wallet} -> house:profit 1100`,
      `${wallet} -> ${bet} 1000`,
    ]
    expect(resettled({ ...lost, legs: [] })).toEqual([...taken, `${bet} -> house:profit 1000`])
    expect(resettled(null)).toEqual(taken)
    const won = { ...lost, outcome: 'won' as const, returnCents: 1500, owedPaidCents: 800, legs: [] }
    expect(resettled(won, { reversedReturnCents: 0, reversedOwedPaidCents: 0, shortfallCents: 0 })).toEqual([
      `house:profit -> ${bet} 1000`,
      `${bet} -> ${wallet} 1000`,
      `house:profit -> ${wallet} 500`,
      `${wallet} -> ${owed} 800`,
    ])
  })
})
