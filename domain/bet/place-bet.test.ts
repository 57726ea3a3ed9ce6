import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import {
  admin,
  at,
  BETTOR,
  betPlaced,
  blocked,
  id,
  LIMITS,
  legAt,
  legOf,
  metaOf,
  opened,
  placeBet,
  quoteOf,
  received,
  settled,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import type { PlaceBet, PlacedLeg } from './bet-commands.ts'
import { refusalAtAnyPrice } from './place-bet.ts'

const account = specOf(accountAggregate, BETTOR)
const funded = [opened(), received(5000)]

const derby = legOf()
const cup = legOf({ fixture: id('cup'), selection: 'away', selectionName: 'Leeds', odds: '1.50' })
const final = legOf({ fixture: id('final'), selection: 'draw', selectionName: 'Draw', odds: '3.33' })

describe('placing a bet', () => {
  it('takes the stake and promises stake times odds', () => {
    const placed = betPlaced(placeBet())
    expect(placed.data).toMatchObject({ odds: '2.10', potentialReturnCents: 2100 })
    expect(placed.data.legs).toEqual([quoteOf()])
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
  it('refuses a parlay whose legs do not multiply to the odds seen', () => {
    const parlay = placeBet({ stakeCents: 333, legs: [derby, cup, final] })
    for (const seenParlayOdds of ['10.49', '10.48', '10.48950', '11.50', '9.60']) {
      account
        .given(funded)
        .when({ ...parlay, seenParlayOdds })
        .then([betPlaced({ ...parlay, seenParlayOdds })])
    }
    const { when } = account.given(funded)
    const { decision } = when({ ...parlay, seenParlayOdds: '20.98' })
    expect(decision).toMatchObject({
      accepted: false,
      refusal: {
        code: 'odds_changed',
        detail: {
          changes: [{ newOdds: '2.10', valid: true }, { valid: true }, { valid: true }],
          parlay: 'Odds have decreased from 20.98 to 10.49 (50.0% change). Please review your bet.',
        },
      },
    })
    const exact: PlaceBet = { ...parlay, policy: 'none', seenParlayOdds: '10.49' }
    when(exact).then([betPlaced(exact)])
    expect(when({ ...parlay, policy: 'none', seenParlayOdds: '10.51' }).decision.accepted).toBe(false)
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
  it('strikes at the odds offered now if they changed by at most ten percent', () => {
    const command = placeBet({ legs: [legOf({ odds: '2.20' }, { seenOdds: '2.00' })] })
    account
      .given(funded)
      .when(command)
      .then([betPlaced(command)])
  })
  it('appends nothing for the same bet again, and refuses a different one under its id', () => {
    const placed = [...funded, betPlaced(placeBet())]
    account.given(placed).when(placeBet()).thenNothing()
    account
      .given(placed)
      .when(placeBet({ stakeCents: 2000 }))
      .thenRefused('key_reused')
    for (const other of [legOf({ fixture: id('cup') }), legOf({ selection: 'away' })]) {
      account
        .given(placed)
        .when(placeBet({ legs: [other] }))
        .thenRefused('key_reused')
    }
    account
      .given(placed)
      .when(placeBet({ legs: [legOf(), legOf({ fixture: id('cup') })] }))
      .thenRefused('key_reused')
    account
      .given([...placed, settled()])
      .when(placeBet())
      .thenNothing()
  })
  it('is a different bet if one leg of a parlay differs', () => {
    const legs = [derby, cup, final]
    const placed = [...funded, betPlaced(placeBet({ legs }))]
    account.given(placed).when(placeBet({ legs })).thenNothing()
    for (const at of legs.keys()) {
      const changed = legs.with(at, legOf({ fixture: id('another') }))
      account
        .given(placed)
        .when(placeBet({ legs: changed }))
        .thenRefused('key_reused')
    }
  })
  it('refuses a parlay if a single leg is stopped or of a blacklisted league, and names the widest stop', () => {
    const parlay = (first: Partial<PlacedLeg>, second: Partial<PlacedLeg>) =>
      account.given(funded).when(
        placeBet({
          legs: [
            { ...derby, ...first },
            { ...cup, ...second },
          ],
        }),
      )
    parlay({}, { blacklisted: true }).thenRefused('league_blacklisted')
    parlay({ stopped: 'market' }, {}).thenRefused('market_stopped')
    parlay({ stopped: 'market' }, { stopped: 'event' }).thenRefused('event_stopped')
    parlay({ stopped: 'event' }, { stopped: 'all' }).thenRefused('betting_stopped')
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
  it('refuses one game under two ids: the same teams in a league within the time of one game', () => {
    const rovers = { league: 'soccer_epl', teams: 'rovers united', startsAt: at(3600) }
    const parlay = (other: Partial<typeof rovers>) =>
      account.given(funded).when(
        placeBet({
          legs: [
            { ...derby, game: rovers },
            { ...cup, game: { ...rovers, ...other } },
          ],
        }),
      )
    parlay({}).thenRefused('same_fixture_twice')
    parlay({ startsAt: at(3600 - 3 * 3600 + 1) }).thenRefused('same_fixture_twice')
    for (const other of [{ startsAt: at(4 * 3600) }, { league: 'soccer_fa_cup' }, { teams: 'rovers city' }]) {
      expect(parlay(other).decision).toMatchObject({ accepted: true })
    }
  })
  it('refuses a game that is over, and names it', () => {
    const over = { ...cup, closed: true, quote: null }
    account
      .given(funded)
      .when(placeBet({ legs: [derby, over] }))
      .thenRefused('event_closed', { legs: [{ fixture: id('cup'), selectionName: 'Leeds' }] })
  })
  it('refuses odds outside what the bettor accepts, and reports each leg', () => {
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
  it('does not strike a price from before the start once the game has started, alone or in a parlay', () => {
    const starting = legOf({ startsAt: at(60) })
    const live = legAt({ ...cup.quote!, inPlay: true, startsAt: at(-60), fetchedAt: at(50) })
    for (const legs of [[starting], [starting, live]]) {
      const bet = placeBet({ legs, requestedAt: at(40) })
      const gone = { newOdds: null, valid: false, error: 'Selection "Arsenal" is no longer available.' }
      const { decision } = account.given(funded).when(bet, { at: at(60) })
      expect(decision).toMatchObject({
        refusal: { code: 'odds_changed', detail: { changes: [gone, ...legs.slice(1).map(() => ({ valid: true }))] } },
      })
      expect(account.given(funded).when(bet, { at: at(59) }).decision).toMatchObject({ accepted: true })
    }
  })
  it('refuses any change if the bettor accepts none', () => {
    const moved = legOf({ odds: '2.01' }, { seenOdds: '2.00' })
    const { decision } = account.given(funded).when(placeBet({ policy: 'none', legs: [moved] }))
    expect(decision).toMatchObject({ accepted: false, refusal: { code: 'odds_changed' } })
  })
  it.each([
    [{ market: 'player_points', point: '20.5' }],
    [{ market: 'correct_score' }],
    [{ market: 'h2h_lay' }],
    [{ market: 'h2h', point: '0.5' }],
    [{ market: 'h2h', selection: 'over' }],
    [{ market: 'spreads' }],
    [{ market: 'spreads', point: '-1.3' }],
    [{ market: 'spreads', selection: 'draw', point: '-1.5' }],
    [{ market: 'totals_h1', selection: 'home', point: '1.5' }],
  ])('strikes nothing that it could not settle: %j', (quote) => {
    const { decision } = account.given(funded).when(placeBet({ legs: [legOf(quote)] }))
    expect(decision).toMatchObject({
      refusal: {
        code: 'odds_changed',
        detail: { changes: [{ error: 'Selection "Arsenal" is no longer available.' }] },
      },
    })
  })
  it('throws on a quote of something else', () => {
    const mixedUp = legOf({}, { quote: quoteOf({ selection: 'away' }) })
    expect(() => account.given(funded).when(placeBet({ legs: [mixedUp] }))).toThrow('quote of')
  })
  it.each([0, -1, 0.5, Number.NaN, Infinity, 2 ** 53])('refuses a stake of %d cents', (stakeCents) =>
    account.given(funded).when(placeBet({ stakeCents })).thenRefused('stake_invalid'),
  )
  it('refuses a stake below the minimum and above the balance', () => {
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
  it('refuses a potential return above the limit instead of cutting it', () => {
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

  it('throws on a provider’s quote without its message', () => {
    const { message: _, ...quote } = quoteOf()
    const bare = placeBet({ legs: [{ ...derby, quote }] })
    expect(() => account.given(funded).when(bare)).toThrow('without evidence')
    const ofTheHouse = placeBet({ legs: [{ ...derby, quote: { ...quote, price: 2 } }] })
    expect(account.given(funded).when(ofTheHouse).decision).toMatchObject({ accepted: true })
  })
})

describe('a slip whose prices are not known yet', () => {
  const unpriced = { ...cup, quote: null }
  const refusal = (changes: Partial<PlaceBet>, unknown: readonly PlacedLeg[], past = funded) => {
    const { state } = account.given(past)
    const refused = refusalAtAnyPrice(placeBet(changes), metaOf(), state, unknown)
    return refused?.refusal.code ?? null
  }

  it('is refused early by what no price can change', () => {
    const legs = [derby, unpriced]
    expect(refusal({ legs }, [unpriced], [])).toBe('account_missing')
    expect(refusal({ legs }, [unpriced], [...funded, blocked])).toBe('account_blocked')
    expect(refusal({ legs: [{ ...derby, closed: true }, unpriced] }, [unpriced])).toBe('event_closed')
    expect(refusal({ legs, stakeCents: 5_001 }, [unpriced])).toBe('insufficient_funds')
  })
  it('depends on its prices if nothing else refuses it', () => {
    const legs = [derby, unpriced]
    expect(refusal({ legs }, [unpriced])).toBeNull()
    expect(refusal({ legs: [{ ...derby, seenOdds: '9.00' }, unpriced] }, [unpriced])).toBeNull()
  })
  it('is refused for the odds of its other legs before its stake', () => {
    const moved = { ...derby, seenOdds: '9.00' }
    expect(refusal({ legs: [moved, final, unpriced], stakeCents: 5_001 }, [unpriced])).toBe('odds_changed')
    expect(refusal({ legs: [moved], stakeCents: 5_001 }, [])).toBe('odds_changed')
    expect(refusal({ legs: [derby], stakeCents: 5_001 }, [])).toBe('insufficient_funds')
    const parlay = { legs: [derby, cup], seenParlayOdds: '20.98', stakeCents: 5_001 }
    expect(refusal(parlay, [])).toBe('odds_changed')
  })
})
