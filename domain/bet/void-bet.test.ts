import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import {
  admin,
  at,
  BETTOR,
  betPlaced,
  bettor,
  id,
  opened,
  placeBet,
  received,
  settled,
  superAdmin,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'

const account = specOf(accountAggregate, BETTOR)
const funded = [opened(), received(5000)]

const ended = (fixture: string, home: number, away: number, version = 1): FixtureOutcome => ({
  kind: 'result',
  fixture: id(fixture),
  version,
  closedAt: at(9000),
  score: { home, away },
  regulation: { home, away },
})
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
  it('refuses what is not there, settled already, or not for a bettor to do', () => {
    account.given(funded).when(voidBet(), admin).thenRefused('bet_missing')
    account
      .given([...single, settled()])
      .when(voidBet(), admin)
      .thenRefused('bet_not_open')
    account.given(single).when(voidBet(), bettor).thenRefused('not_an_admin')
    account.given([]).when(voidBet(), admin).thenRefused('account_missing')
  })
})
