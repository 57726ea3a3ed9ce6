import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import type { FixtureOutcome, FixtureResult } from '../fixture/fixture-outcome.ts'
import {
  admin,
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
  resettled,
  settled,
  settler,
  superAdmin,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import type { BetResettled, BetSettled } from './bet-events.ts'

const account = specOf(accountAggregate, BETTOR)
const DAY_S = 86_400

const derby = (home: number, away: number, version: number, changes: Partial<FixtureResult> = {}): FixtureOutcome => ({
  ...ended('derby', home, away, version),
  ...changes,
})
const resettle = (...outcomes: FixtureOutcome[]) => ({ type: 'ResettleBet', bet: id('bet'), outcomes }) as const

const leg = (grade: 'won' | 'lost', result: number): BetSettled['legs'][number] => ({
  leg: 0,
  fixture: id('derby'),
  result,
  grade,
  factor: grade === 'won' ? '2.10' : '0.00',
})
const won = { rule: 2, outcome: 'won', returnCents: 2100, owedPaidCents: 0, legs: [leg('won', 2)] } as const
const lost = { rule: 2, outcome: 'lost', returnCents: 0, owedPaidCents: 0, legs: [leg('lost', 2)] } as const
type Made = Omit<NonNullable<BetResettled['settlement']>, 'legs'> & { legs: readonly BetSettled['legs'][number][] }

const resettledAs = (settlement: Made | null, changes: Partial<BetResettled> = {}) =>
  resettled({ settlement: settlement && { ...settlement, legs: [...settlement.legs] }, ...changes })

const placed = [opened(), received(5000), betPlaced(placeBet())]
const paid = [...placed, settled()]
const unpaid = [...placed, settled({ outcome: 'lost', returnCents: 0, legs: [leg('lost', 1)] })]

describe('a settled bet whose result was corrected', () => {
  it('is taken back and settled by the result in force', () => {
    account
      .given(paid)
      .when(resettle(derby(0, 1, 2)), settler)
      .then([resettledAs(lost)])
    expect(account.given([...paid, resettledAs(lost)]).state).toMatchObject({ walletCents: 4000, owedCents: 0 })
    account
      .given(unpaid)
      .when(resettle(derby(2, 1, 2)), settler)
      .then([resettledAs(won, { reversedReturnCents: 0 })])
  })
  it('names the result in force even if nothing changes for the bet', () =>
    account
      .given(paid)
      .when(resettle(derby(3, 1, 2)), settler)
      .then([resettledAs(won)]))
  it('is settled again for a blocked bettor too', () =>
    account
      .given([...paid, blocked])
      .when(resettle(derby(0, 1, 2)), settler)
      .then([resettledAs(lost)]))
  it('is open again if nothing decides it any more, and settles once more', () => {
    const { regulation: _, ...unknown } = derby(2, 1, 2) as FixtureResult
    account
      .given(paid)
      .when(resettle(unknown), settler)
      .thenOnce([resettledAs(null)])
    const again = account.given([...paid, resettledAs(null)])
    expect(again.state).toMatchObject({ walletCents: 4000, settled: new Map() })
    expect(again.state.bets.get(id('bet'))).toEqual(account.given(placed).state.bets.get(id('bet')))
    again.when(resettle(derby(2, 1, 3)), settler).thenRefused('bet_not_settled')
    const settle = { type: 'SettleBet', bet: id('bet'), outcomes: [derby(2, 1, 3)] } as const
    again.when(settle, settler).then([settled({ legs: [leg('won', 3)] })])
  })
  it('can be resettled again and again, each time in place of the last settlement', () =>
    account
      .given([...paid, resettledAs(lost)])
      .when(resettle(derby(1, 0, 3)), settler)
      .then([resettledAs({ ...won, legs: [leg('won', 3)] }, { replaces: 4, reversedReturnCents: 0 })]))
  it('appends nothing while the results that it names are in force', () => {
    account
      .given(paid)
      .when(resettle(derby(2, 1, 1)), settler)
      .thenNothing()
    account
      .given([...paid, resettledAs(lost)])
      .when(resettle(derby(0, 1, 2)), settler)
      .thenNothing()
  })
})

describe('a bet that was settled again by a worker that had read more', () => {
  const by = (settlement: Made) => account.given([...paid, resettledAs(settlement)])
  const decided = [{ market: 'h2h', version: 5, selections: [{ selection: 'home', grade: 'lost' }] } as const]
  it('is not taken back by a result that was read earlier', () => {
    by(lost)
      .when(resettle(derby(2, 1, 1)), settler)
      .thenNothing()
    const byHand = { ...lost, legs: [leg('lost', 5)] }
    by(byHand)
      .when(resettle(derby(2, 1, 1)), settler)
      .thenNothing()
    by(byHand)
      .when(resettle(derby(2, 1, 1, { decided })), settler)
      .thenNothing()
  })
  it('is taken back by one that was read since', () => {
    const again = { ...won, legs: [leg('won', 6)] }
    for (const voided of [[], [{ market: 'totals', version: 3 }]]) {
      by({ ...lost, legs: [leg('lost', 5)] })
        .when(resettle(derby(2, 1, 6, { voided })), settler)
        .then([resettledAs(again, { replaces: 4, reversedReturnCents: 0 })])
    }
  })
})

describe('a market decided by hand after it was settled by the score', () => {
  const decided = (version: number, market = 'h2h') => [
    { market, version, selections: [{ selection: 'home', grade: 'lost' }] } as const,
  ]
  it('settles the bet again', () => {
    account
      .given(paid)
      .when(resettle(derby(2, 1, 1, { decided: decided(5) })), settler)
      .then([resettledAs({ ...lost, legs: [leg('lost', 5)] })])
  })
  it('changes nothing if another market was decided', () =>
    account
      .given(paid)
      .when(resettle(derby(2, 1, 1, { decided: decided(5, 'totals') })), settler)
      .thenNothing())
  it('names the corrected score if the decision stands, and is taken back when it is decided again', () => {
    const byHand = [...placed, settled({ outcome: 'lost', returnCents: 0, legs: [leg('lost', 5)] })]
    account
      .given(byHand)
      .when(resettle(derby(4, 1, 6, { decided: decided(5) })), settler)
      .then([resettledAs({ ...lost, legs: [leg('lost', 6)] }, { reversedReturnCents: 0 })])
    account
      .given(byHand)
      .when(resettle(derby(2, 1, 1, { decided: decided(7) })), settler)
      .then([resettledAs({ ...lost, legs: [leg('lost', 7)] }, { reversedReturnCents: 0 })])
  })
})

describe('a wallet that cannot pay a settlement back', () => {
  it('owes the rest', () => {
    const { state, when } = account.given(paid)
    state.walletCents = 600
    when(resettle(derby(0, 1, 2)), settler).thenOnce([resettledAs(lost, { shortfallCents: 1500 })])
    accountAggregate.evolve(state, { ...resettledAs(lost, { shortfallCents: 1500 }), version: 4, meta: later })
    expect(state).toMatchObject({ walletCents: 0, owedCents: 1500 })
  })
  it('owes again what the settlement had paid of a debt, and the new one pays it first', () => {
    const paidDebt = [...placed, settled({ owedPaidCents: 300 })]
    const { state, when } = account.given(paidDebt)
    state.walletCents = 0
    state.owedCents = 0
    // 2100 are taken back: 300 are owed again, 1800 are missing; the 2100 that come in pay both
    const anew = resettledAs({ ...won, owedPaidCents: 2100 }, { reversedOwedPaidCents: 300, shortfallCents: 1800 })
    when(resettle(derby(3, 1, 2)), settler).thenOnce([anew])
    accountAggregate.evolve(state, { ...anew, version: 4, meta: later })
    expect(state).toMatchObject({ walletCents: 0, owedCents: 0 })
  })
})

describe('settling again: by whom, and until when', () => {
  const inTime = { ...settler, at: at(3 * DAY_S) }
  const tooLate = { ...settler, at: new Date(Date.parse(at(3 * DAY_S)) + 1).toISOString() }
  const command = resettle(derby(0, 1, 2))
  it('is for the settler, for three days from the settlement on', () => {
    account
      .given(paid)
      .when(command, inTime)
      .then([resettledAs(lost)])
    account.given(paid).when(command, tooLate).thenRefused('resettlement_closed')
  })
  it('is for nobody after that', () =>
    account
      .given(paid)
      .when(command, { ...tooLate, ...superAdmin })
      .thenRefused('resettlement_closed'))
  it('counts from the first settlement, however often it is repeated', () =>
    account
      .given([...paid, { event: resettledAs(won), meta: { at: at(2 * DAY_S) } }])
      .when(resettle(derby(0, 1, 4)), tooLate)
      .thenRefused('resettlement_closed'))
  it('is for a super admin alone if the bet was voided by hand', () => {
    const voided: AccountEvent = {
      type: 'BetVoided',
      schema: 1,
      data: { bet: id('bet'), stakeCents: 1000, owedPaidCents: 0 },
    }
    const past = [...placed, voided]
    account.given(past).when(command, settler).thenRefused('resettlement_closed')
    account
      .given(past)
      .when(command, superAdmin)
      .then([resettledAs(lost, { reversedReturnCents: 1000 })])
  })
  it('is for neither an admin nor the bettor', () => {
    account.given(paid).when(command, admin).thenRefused('super_admin_required')
    account.given(paid).when(command, bettor).thenRefused('not_an_admin')
  })
  it('needs a settled bet', () => {
    account.given([]).when(command, settler).thenRefused('account_missing')
    account.given(placed).when(command, settler).thenRefused('bet_not_settled')
    account
      .given(paid)
      .when({ ...command, bet: id('other') }, settler)
      .thenRefused('bet_missing')
  })
  it('leaves a lost parlay alone while its lost leg stays lost', () => {
    const parlay = placeBet({ legs: [legOf(), legOf({ fixture: id('cup') })] })
    const cup = { ...derby(0, 2, 7), fixture: id('cup') }
    const oneLost = settled({ outcome: 'lost', returnCents: 0, legs: [leg('lost', 1)] })
    account
      .given([opened(), received(5000), betPlaced(parlay), oneLost])
      .when(resettle(derby(0, 1, 1), cup), settler)
      .thenNothing()
  })
})

const later = {
  ...settler,
  session: null,
  command: { id: id('again'), hash: '0'.repeat(64) },
  correlation: id('again'),
  causation: null,
  at: at(10_000),
  reason: null,
} as const
