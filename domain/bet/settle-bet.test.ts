import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import { evolveAccount } from '../account/evolve.ts'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import {
  ADMIN,
  at,
  BETTOR,
  betPlaced,
  bettor,
  blocked,
  ended,
  id,
  legOf,
  opened,
  placeBet,
  received,
  settled,
  settler,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'

const account = specOf(accountAggregate, BETTOR)
const funded = [opened(), received(5000)]

const derby = legOf()
const cup = legOf({ fixture: id('cup'), selection: 'away', selectionName: 'Leeds', odds: '1.50' })

describe('settling a bet', () => {
  const single = [...funded, betPlaced(placeBet())]
  const settle = (...outcomes: FixtureOutcome[]) => ({ type: 'SettleBet', bet: id('bet'), outcomes }) as const

  it('pays a bet that won', () => {
    account
      .given(single)
      .when(settle(ended('derby', 2, 1)), settler)
      .then([settled()])
    expect(account.given([...single, settled()]).state.walletCents).toBe(6100)
  })
  it('keeps the stake of one that lost', () => {
    const lost = settled({
      outcome: 'lost',
      returnCents: 0,
      legs: [{ leg: 0, fixture: id('derby'), result: 1, grade: 'lost', factor: '0.00' }],
    })
    account
      .given(single)
      .when(settle(ended('derby', 1, 1)), settler)
      .then([lost])
    expect(account.given([...single, lost]).state.walletCents).toBe(4000)
  })
  it('returns the stake of an abandoned game', () => {
    const outcome = {
      kind: 'abandoned',
      fixture: id('derby'),
      version: 4,
      closedAt: at(9000),
      why: 'cancelled',
    } as const
    const refunded = settled({
      outcome: 'refunded',
      returnCents: 1000,
      legs: [{ leg: 0, fixture: id('derby'), result: 4, grade: 'void', voidReason: 'abandoned', factor: '1.00' }],
    })
    account.given(single).when(settle(outcome), settler).then([refunded])
  })
  it('settles the bets of a blocked bettor', () =>
    account
      .given([...single, blocked])
      .when(settle(ended('derby', 2, 1)), settler)
      .then([settled()]))
  it('decides a parlay by one lost leg, and names only that', () => {
    const parlay = placeBet({ legs: [derby, cup] })
    const placed = [...funded, betPlaced(parlay)]
    account
      .given(placed)
      .when(settle(ended('derby', 1, 0)), settler)
      .thenRefused('bet_undecided')
    account
      .given(placed)
      .when(settle(ended('cup', 1, 0, 7)), settler)
      .then([
        settled({
          outcome: 'lost',
          returnCents: 0,
          legs: [{ leg: 1, fixture: id('cup'), result: 7, grade: 'lost', factor: '0.00' }],
        }),
      ])
  })
  it('appends nothing while the outcomes that settled it are in force, among others or not', () => {
    const { when } = account.given([...single, settled()])
    when(settle(ended('derby', 2, 1)), settler).thenNothing()
    when(settle(ended('cup', 0, 0, 9), ended('derby', 2, 1)), settler).thenNothing()
  })
  it('refuses once one of the outcomes that settled it is not in force any more', () => {
    const won = (leg: number, fixture: string, factor: string) =>
      ({ leg, fixture: id(fixture), result: 1, grade: 'won', factor }) as const
    const { when } = account.given([
      ...funded,
      betPlaced(placeBet({ legs: [derby, cup] })),
      settled({ returnCents: 3150, legs: [won(0, 'derby', '2.10'), won(1, 'cup', '1.50')] }),
    ])
    when(settle(ended('derby', 2, 1), ended('cup', 0, 1)), settler).thenNothing()
    when(settle(ended('derby', 2, 1), ended('cup', 1, 0, 2)), settler).thenRefused('bet_not_open')
    when(settle(ended('derby', 0, 1, 2), ended('cup', 0, 1)), settler).thenRefused('bet_not_open')
  })
  it('refuses once it was settled by another outcome, or voided', () => {
    account
      .given([...single, settled()])
      .when(settle(ended('derby', 0, 1, 2)), settler)
      .thenRefused('bet_not_open')
    account
      .given([...single, settled()])
      .when(settle(), settler)
      .thenRefused('bet_not_open')
    const voided: AccountEvent = {
      type: 'BetVoided',
      schema: 1,
      data: { bet: id('bet'), stakeCents: 1000, owedPaidCents: 0 },
    }
    account
      .given([...single, voided])
      .when(settle(ended('derby', 2, 1)), settler)
      .thenRefused('bet_not_open')
  })
  it('refuses a bet that does not exist or is undecided, and a bettor as actor', () => {
    account
      .given(funded)
      .when(settle(ended('derby', 2, 1)), settler)
      .thenRefused('bet_missing')
    account
      .given(single)
      .when(settle(ended('cup', 2, 1)), settler)
      .thenRefused('bet_undecided')
    account
      .given(single)
      .when(settle(ended('derby', 2, 1)), bettor)
      .thenRefused('not_an_admin')
    account.given([]).when(settle(), settler).thenRefused('account_missing')
  })
  it('pays off a debt first', () => {
    const { state, when } = account.given(single)
    state.owedCents = 300
    when(settle(ended('derby', 2, 1)), settler).thenOnce([settled({ owedPaidCents: 300 })])
    evolveAccount(state, { ...settled({ owedPaidCents: 300 }), version: 3, meta: { ...settlerMeta } })
    expect(state).toMatchObject({ walletCents: 5800, owedCents: 0 })
  })
  it('throws on a balance beyond what is exact', () => {
    const { state, when } = account.given(single)
    state.walletCents = 9_000_000_000_000_000 - 2100
    when(settle(ended('derby', 2, 1)), settler).thenOnce([settled()])
    state.walletCents += 1
    expect(() => when(settle(ended('derby', 2, 1)), settler)).toThrow(RangeError)
  })
})

const settlerMeta = {
  actor: { id: ADMIN, role: 'admin' },
  session: null,
  command: { id: id('settle'), hash: '0'.repeat(64) },
  correlation: id('settle'),
  causation: null,
  at: at(10_000),
  reason: null,
} as const
