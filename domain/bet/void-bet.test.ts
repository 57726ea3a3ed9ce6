import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import { RESETTLEMENT_WINDOW_MS } from '../limits.ts'
import {
  admin,
  BETTOR,
  betPlaced,
  bettor,
  ended,
  id,
  opened,
  placeBet,
  received,
  resettled,
  settled,
  superAdmin,
  T0,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import type { BetResettled } from './bet-events.ts'

const account = specOf(accountAggregate, BETTOR)
const funded = [opened(), received(5000)]

describe('voiding a bet by hand', () => {
  const single = [...funded, betPlaced(placeBet())]
  const voidBet = (...outcomes: FixtureOutcome[]) => ({ type: 'VoidBet', bet: id('bet'), outcomes }) as const
  const voided: AccountEvent = {
    type: 'BetVoided',
    schema: 1,
    data: { bet: id('bet'), stakeCents: 1000, owedPaidCents: 0 },
  }

  it('gives the stake back', () => {
    account.given(single).when(voidBet(), admin).then([voided])
    expect(account.given([...single, voided]).state).toMatchObject({ walletCents: 5000, bets: new Map() })
  })
  it('needs a super admin once one of its games has ended', () => {
    account
      .given(single)
      .when(voidBet(ended('derby', 0, 1)), admin)
      .thenRefused('super_admin_required')
    account
      .given(single)
      .when(voidBet(ended('derby', 0, 1)), superAdmin)
      .then([voided])
    account
      .given(single)
      .when(voidBet(ended('cup', 0, 1)), admin)
      .then([voided])
  })
  it('refuses a bet that does not exist, and a bettor as actor', () => {
    account.given(funded).when(voidBet(), admin).thenRefused('bet_missing')
    account.given(single).when(voidBet(), bettor).thenRefused('not_an_admin')
    account.given([]).when(voidBet(), admin).thenRefused('account_missing')
  })
  it('appends nothing if the bet was voided before', () =>
    account
      .given([...single, voided])
      .when(voidBet(), admin)
      .thenNothing())
})

describe('voiding a settled bet', () => {
  const paid = [...funded, betPlaced(placeBet()), settled()]
  const voidBet = { type: 'VoidBet', bet: id('bet'), outcomes: [ended('derby', 2, 1)] } as const
  const refund: NonNullable<BetResettled['settlement']> = {
    rule: 2,
    outcome: 'refunded',
    returnCents: 1000,
    owedPaidCents: 0,
    legs: [],
  }
  const givenBack = (changes: Partial<BetResettled> = {}) => resettled({ settlement: refund, ...changes })

  it('takes the settlement back and gives the stake back', () => {
    account.given(paid).when(voidBet, superAdmin).then([givenBack()])
    const { state } = account.given([...paid, givenBack()])
    expect(state).toMatchObject({ walletCents: 5000, owedCents: 0, bets: new Map() })
    expect(state.settled.get(id('bet'))).toMatchObject({ version: 4, paidCents: 1000, settlement: null })
  })
  it('gives a lost stake back', () => {
    const lost = settled({ outcome: 'lost', returnCents: 0 })
    account
      .given([...paid.slice(0, -1), lost])
      .when(voidBet, superAdmin)
      .then([givenBack({ reversedReturnCents: 0 })])
  })
  it('is refused once the resettlement window has passed', () => {
    const later = (ms: number) => ({ ...superAdmin, at: new Date(T0 + RESETTLEMENT_WINDOW_MS + ms).toISOString() })
    account.given(paid).when(voidBet, later(0)).thenOnce([givenBack()])
    account.given(paid).when(voidBet, later(1)).thenRefused('resettlement_closed')
  })
  it('is for a super admin alone', () => {
    account.given(paid).when(voidBet, admin).thenRefused('super_admin_required')
    account.given(paid).when(voidBet, bettor).thenRefused('not_an_admin')
    account
      .given(paid)
      .when({ ...voidBet, outcomes: [] }, admin)
      .thenRefused('super_admin_required')
  })
  it('turns what the wallet lacks for it into debt, which the stake pays off first', () => {
    const { state, when } = account.given(paid)
    state.walletCents = 700
    const refunded = { ...refund, owedPaidCents: 1000 }
    when(voidBet, superAdmin).thenOnce([givenBack({ shortfallCents: 1400, settlement: refunded })])
  })
})
