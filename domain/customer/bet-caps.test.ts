import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import {
  admin,
  BETTOR,
  betPlaced,
  bettor,
  blocked,
  id,
  LIMITS,
  opened,
  placeBet,
  received,
  settler,
  superAdmin,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import type { SetBetCaps } from './customer-commands.ts'
import type { BetCapsSet } from './customer-events.ts'

const account = specOf(accountAggregate, BETTOR)
const funded = [opened(), received(50_000)]

const set = (stakeCents: number | null, payoutCents: number | null = null): SetBetCaps => ({
  type: 'SetBetCaps',
  stakeCents,
  payoutCents,
})
const capped = (data: BetCapsSet): AccountEvent => ({ type: 'BetCapsSet', schema: 1, data })

describe('setting caps', () => {
  it('is for any admin, and the event has all caps in force', () => {
    account
      .given(funded)
      .when(set(500), admin)
      .then([capped({ stakeCents: 500 })])
    account
      .given([...funded, capped({ stakeCents: 500 })])
      .when(set(null, 10_00), superAdmin)
      .then([capped({ payoutCents: 10_00 })])
    account
      .given([...funded, capped({ stakeCents: 500 })])
      .when(set(null), admin)
      .then([capped({})])
    account
      .given([...funded, blocked])
      .when(set(500), admin)
      .then([capped({ stakeCents: 500 })])
    account.given(funded).when(set(null), admin).thenNothing()
  })
  it('is for no bettor and no part of the product, and not for accounts of admins', () => {
    account.given(funded).when(set(500), bettor).thenRefused('not_an_admin')
    account.given(funded).when(set(500), settler).thenRefused('not_an_admin')
    account
      .given([opened('admin')])
      .when(set(500), superAdmin)
      .thenRefused('not_a_bettor')
    account.given([]).when(set(500), admin).thenRefused('account_missing')
  })
  it.each([0, 9, -1, 10.5, Number.NaN, 1_000_000_000_001])('%j is not a possible cap', (cents) => {
    account.given(funded).when(set(cents), admin).thenRefused('bet_cap_invalid')
    account.given(funded).when(set(null, cents), admin).thenRefused('bet_cap_invalid')
  })
})

describe('a bet', () => {
  const bet = (stakeCents: number) => placeBet({ bet: id('bet'), stakeCents })
  it('is accepted up to the cap on its stake, and records it', () => {
    const given = account.given([...funded, capped({ stakeCents: 500 })])
    given.when(bet(501)).thenRefused('stake_above_cap', { maxStakeCents: 500 })
    const { decision } = given.when(bet(500))
    expect(decision).toMatchObject({
      events: [{ data: { limits: { ...LIMITS, personal: [{ limit: 'bet-stake', value: 500 }] } } }],
    })
  })
  it('is accepted up to the cap on its payout, unless the book’s limit is lower', () => {
    const returnOf = (stakeCents: number) => betPlaced(bet(stakeCents)).data.potentialReturnCents
    const payoutCents = returnOf(500)
    const given = account.given([...funded, capped({ payoutCents })])
    given.when(bet(501)).thenRefused('payout_too_large', { maxPayoutCents: payoutCents })
    expect(given.when(bet(500)).decision).toMatchObject({ accepted: true })
    const below = { ...bet(500), limits: { ...LIMITS, maxPayoutCents: payoutCents - 1 } }
    given.when(below).thenRefused('payout_too_large', { maxPayoutCents: payoutCents - 1 })
  })
  it('is no longer bound by a cap that was removed', () => {
    const past = [...funded, capped({ stakeCents: 500, payoutCents: 500 }), capped({})]
    const { decision } = account.given(past).when(bet(1_000))
    expect(decision).toMatchObject({ events: [{ data: { limits: LIMITS } }] })
  })
})
