import { describe, expect, it } from 'vitest'
import type { FixtureOutcome } from '../settlement/outcome.ts'
import {
  ADMIN,
  admin,
  at,
  BETTOR,
  betPlaced,
  bettor,
  id,
  LIMITS,
  legOf,
  opened,
  placeBet,
  quoteOf,
  received,
  settler,
  superAdmin,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import { decideAccount } from './decide.ts'
import type { AccountEvent } from './events.ts'
import { evolveAccount, initialAccount } from './state.ts'

const account = specOf({ initial: () => initialAccount(BETTOR), evolve: evolveAccount, decide: decideAccount })
const funded = [opened(), received(5000)]
const blocked: AccountEvent = { type: 'AccountBlocked', schema: 1, data: {} }

const ended = (fixture: string, home: number, away: number, version = 1): FixtureOutcome => ({
  kind: 'result',
  fixture: id(fixture),
  version,
  closedAt: at(9000),
  home,
  away,
})
const settled = (changes: Partial<(AccountEvent & { type: 'BetSettled' })['data']> = {}): AccountEvent => ({
  type: 'BetSettled',
  schema: 1,
  data: {
    bet: id('bet'),
    rule: 1,
    outcome: 'won',
    stakeCents: 1000,
    returnCents: 2100,
    owedPaidCents: 0,
    legs: [{ leg: 0, fixture: id('derby'), result: 1, grade: 'won', voidReason: null, factor: '2.10' }],
    ...changes,
  },
})
const derby = legOf()
const cup = legOf({ fixture: id('cup'), selection: 'away', selectionName: 'Leeds', odds: '1.50' })
const final = legOf({ fixture: id('final'), selection: 'draw', selectionName: 'Draw', odds: '3.33' })

describe('placing a bet', () => {
  it('takes the stake and promises stake times odds', () => {
    const placed = betPlaced(placeBet())
    expect(placed.data).toMatchObject({ odds: '2.10', potentialReturnCents: 2100, seenOdds: ['2.10'] })
    const { state, when } = account.given(funded)
    when(placeBet()).then([placed])
    expect(state.walletCents).toBe(5000)
    expect(account.given([...funded, placed]).state.walletCents).toBe(4000)
  })
  it('multiplies the legs of a parlay and rounds once', () => {
    const parlay = placeBet({ stakeCents: 333, legs: [derby, cup, final] })
    // 2.10 * 1.50 * 3.33 = 10.48950; 3.33 * 10.49 = 34.9317
    expect(betPlaced(parlay).data).toMatchObject({ odds: '10.49', potentialReturnCents: 3493 })
    account
      .given(funded)
      .when(parlay)
      .then([betPlaced(parlay)])
  })
  it('takes the whole balance, and the smallest stake', () => {
    for (const stakeCents of [5000, 10]) {
      const command = placeBet({ stakeCents })
      account
        .given(funded)
        .when(command)
        .then([betPlaced(command)])
    }
  })
  it('strikes at the odds offered now where they changed by at most ten percent', () => {
    const command = placeBet({ legs: [legOf({ odds: '2.20' }, { seenOdds: '2.00' })] })
    account
      .given(funded)
      .when(command)
      .then([betPlaced(command)])
  })
  it('has nothing left to do for the same bet, and refuses another one of its name', () => {
    const placed = [...funded, betPlaced(placeBet())]
    account.given(placed).when(placeBet()).thenNothing()
    account
      .given(placed)
      .when(placeBet({ stakeCents: 2000 }))
      .thenRefused('key_reused')
    account
      .given([...placed, settled()])
      .when(placeBet())
      .thenNothing()
  })
  it('refuses a bettor who is blocked', () => {
    account
      .given([...funded, blocked])
      .when(placeBet())
      .thenRefused('account_blocked')
    const unblocked: AccountEvent = { type: 'AccountUnblocked', schema: 1, data: {} }
    account
      .given([...funded, blocked, unblocked])
      .when(placeBet())
      .then([betPlaced(placeBet())])
  })
  it('refuses admins, on their own account and on a bettor’s', () => {
    account
      .given([opened('admin')])
      .when(placeBet())
      .thenRefused('not_a_bettor')
    account.given(funded).when(placeBet(), admin).thenRefused('not_a_bettor')
  })
  it('refuses a slip that is empty, too long, or has an event twice', () => {
    account
      .given(funded)
      .when(placeBet({ legs: [] }))
      .thenRefused('slip_empty')
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => legOf({ fixture: id(`f${n}`), odds: '1.10' }))
    account
      .given(funded)
      .when(placeBet({ legs: many(21) }))
      .thenRefused('too_many_legs')
    const limits = { ...LIMITS, maxLegs: 100 }
    account
      .given(funded)
      .when(placeBet({ legs: many(21), limits }))
      .thenRefused('too_many_legs')
    const twenty = placeBet({ legs: many(20) })
    account
      .given(funded)
      .when(twenty)
      .then([betPlaced(twenty)])
    const twice = [derby, legOf({ selection: 'away', selectionName: 'Spurs' })]
    account
      .given(funded)
      .when(placeBet({ legs: twice }))
      .thenRefused('same_fixture_twice')
  })
  it('refuses a game that is over, and names it', () => {
    const over = { ...cup, closed: true, quote: null }
    account
      .given(funded)
      .when(placeBet({ legs: [derby, over] }))
      .thenRefused('event_closed', { legs: [{ fixture: id('cup'), selectionName: 'Leeds' }] })
  })
  it('refuses odds outside what the bettor accepts, and says leg by leg how they stand', () => {
    const moved = legOf({ odds: '2.50' }, { seenOdds: '2.00' })
    const gone = { ...cup, quote: null }
    account
      .given(funded)
      .when(placeBet({ legs: [moved, gone, final] }))
      .thenRefused('odds_changed', {
        changes: [
          {
            fixture: id('derby'),
            selection: 'home',
            selectionName: 'Arsenal',
            oldOdds: '2.00',
            newOdds: '2.50',
            valid: false,
            error: 'Odds have increased from 2.00 to 2.50 (25.0% change). Please review your bet.',
          },
          {
            fixture: id('cup'),
            selection: 'away',
            selectionName: 'Leeds',
            oldOdds: '1.50',
            newOdds: null,
            valid: false,
            error: 'Selection "Leeds" is no longer available.',
          },
          {
            fixture: id('final'),
            selection: 'draw',
            selectionName: 'Draw',
            oldOdds: '3.33',
            newOdds: '3.33',
            valid: true,
            error: 'Odds confirmed: 3.33',
          },
        ],
      })
  })
  it('refuses any change where the bettor accepts none', () => {
    const moved = legOf({ odds: '2.01' }, { seenOdds: '2.00' })
    const { decision } = account.given(funded).when(placeBet({ policy: 'none', legs: [moved] }))
    expect(decision).toMatchObject({ accepted: false, refusal: { code: 'odds_changed' } })
  })
  it('offers nothing in a market that it could not settle', () => {
    const { decision } = account.given(funded).when(placeBet({ legs: [legOf({ market: 'spreads', point: '-1.5' })] }))
    expect(decision).toMatchObject({
      refusal: {
        code: 'odds_changed',
        detail: { changes: [{ error: 'Selection "Arsenal" is no longer available.' }] },
      },
    })
  })
  it('takes a quote of something else for a fault', () => {
    const mixedUp = legOf({}, { quote: quoteOf({ selection: 'away' }) })
    expect(() => account.given(funded).when(placeBet({ legs: [mixedUp] }))).toThrow('quote of')
  })
  it.each([0, -1, 0.5, Number.NaN, Infinity, 2 ** 53])('refuses a stake of %d cents', (stakeCents) =>
    account.given(funded).when(placeBet({ stakeCents })).thenRefused('stake_invalid'),
  )
  it('refuses a stake below the least and above the balance', () => {
    account
      .given(funded)
      .when(placeBet({ stakeCents: 9 }))
      .thenRefused('stake_too_small')
    account
      .given(funded)
      .when(placeBet({ stakeCents: 5001 }))
      .thenRefused('insufficient_funds')
    account.given([opened()]).when(placeBet()).thenRefused('insufficient_funds')
  })
  it('refuses while a debt is outstanding', () => {
    const { state, when } = account.given(funded)
    state.owedCents = 1
    when(placeBet()).thenRefused('debt_outstanding')
  })
  it('refuses a potential return above the limit, and never cuts one', () => {
    const limits = { ...LIMITS, maxPayoutCents: 2099 }
    account.given(funded).when(placeBet({ limits })).thenRefused('payout_too_large', { maxPayoutCents: 2099 })
    const just = placeBet({ limits: { ...LIMITS, maxPayoutCents: 2100 } })
    account
      .given(funded)
      .when(just)
      .then([betPlaced(just)])
    const legs = Array.from({ length: 6 }, (_, n) => legOf({ fixture: id(`f${n}`), odds: '999.00' }))
    const { decision } = account.given(funded).when(placeBet({ legs }))
    expect(decision).toMatchObject({ refusal: { code: 'payout_too_large' } })
  })
})

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
      legs: [{ leg: 0, fixture: id('derby'), result: 1, grade: 'lost', voidReason: null, factor: '0.00' }],
    })
    account
      .given(single)
      .when(settle(ended('derby', 1, 1)), settler)
      .then([lost])
    expect(account.given([...single, lost]).state.walletCents).toBe(4000)
  })
  it('gives the stake of an abandoned game back', () => {
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
          legs: [{ leg: 1, fixture: id('cup'), result: 7, grade: 'lost', voidReason: null, factor: '0.00' }],
        }),
      ])
  })
  it('has nothing left to do where the outcomes it went by are in force, more of them or not', () => {
    const { when } = account.given([...single, settled()])
    when(settle(ended('derby', 2, 1)), settler).thenNothing()
    when(settle(ended('cup', 0, 0, 9), ended('derby', 2, 1)), settler).thenNothing()
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
  it('refuses what is not there, not decided, or not for a bettor to do', () => {
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
  it('pays a debt first', () => {
    const { state, when } = account.given(single)
    state.owedCents = 300
    when(settle(ended('derby', 2, 1)), settler).thenOnce([settled({ owedPaidCents: 300 })])
    evolveAccount(state, { ...settled({ owedPaidCents: 300 }), version: 3, meta: { ...settlerMeta } })
    expect(state).toMatchObject({ walletCents: 5800, owedCents: 0 })
  })
  it('takes a balance beyond what is exact for a fault', () => {
    const { state, when } = account.given(single)
    state.walletCents = 9_000_000_000_000_000
    expect(() => when(settle(ended('derby', 2, 1)), settler)).toThrow(RangeError)
  })
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

const settlerMeta = {
  actor: { id: ADMIN, role: 'admin' },
  session: null,
  command: { id: id('settle'), hash: '0'.repeat(64) },
  correlation: id('settle'),
  causation: null,
  at: at(10_000),
  reason: null,
} as const
