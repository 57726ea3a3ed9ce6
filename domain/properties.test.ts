// What holds in every history, whatever commands came, from whom, and in which order.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideAccount } from './account/decide.ts'
import { floatOf, owedOf, walletOf } from './ledger/postings.ts'
import { balanceOf, sumOf } from './testing/invariants/balances.ts'
import { type Step, step } from './testing/step.ts'
import { History } from './testing/steps.ts'
import { replay, World } from './testing/world.ts'

/** From an empty ledger, and from one with accounts, money and games in it. */
const histories = fc.record({
  prepared: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
  steps: fc.array(step, { minLength: 1, maxLength: 100, size: 'max' }),
})
type Script = { prepared: boolean; steps: readonly Step[] }

function play({ prepared, steps }: Script): World {
  const world = new World()
  const history = new History(world)
  if (prepared) history.prepare()
  for (const one of steps) history.perform(one)
  history.finish()
  return world
}

describe('every history', () => {
  it('conserves money, keeps every floor, and settles each bet once by the rule', () =>
    fc.assert(
      fc.property(histories, (script) => {
        const { check } = play(script)
        expect(check.finish()).toEqual([])
      }),
      { numRuns: 2_000 },
    ))

  it('leaves each account as the ledger has it', () =>
    fc.assert(
      fc.property(histories, (script) => {
        const { accounts, check } = play(script)
        let heldCents = 0
        for (const [account, { state }] of accounts) {
          expect(state.walletCents).toBe(balanceOf(check.balances, walletOf(account)))
          expect(state.floatCents).toBe(balanceOf(check.balances, floatOf(account)))
          expect(0 - state.owedCents).toBe(0 - -balanceOf(check.balances, owedOf(account)))
          for (const bet of state.bets.values()) heldCents += bet.stakeCents
        }
        expect(heldCents).toBe(sumOf(check.balances, 'bet:'))
      }),
      { numRuns: 500 },
    ))

  it('follows from its events alone', () =>
    fc.assert(
      fc.property(histories, (script) => {
        const world = play(script)
        const again = replay(world.log)
        expect(again.treasury).toEqual(world.treasury.state)
        for (const [account, { state, version }] of world.accounts) {
          if (version >= 0) expect(again.accounts.get(account)).toEqual(state)
        }
        for (const [fixture, { state, version }] of world.fixtures) {
          if (version >= 0) expect(again.fixtures.get(fixture)).toEqual(state)
        }
      }),
      { numRuns: 500 },
    ))

  it('gains nothing from a command that is decided again on its own result', () =>
    fc.assert(
      fc.property(histories, (script) => {
        const world = new World()
        const history = new History(world)
        if (script.prepared) history.prepare()
        for (const one of script.steps) {
          const before = world.accepted.length
          history.perform(one)
          for (const { account, command, meta } of world.accepted.slice(before)) {
            const { state } = world.account(account)
            const again = decideAccount(command, meta, state)
            // a bet that a resettlement opened again has no settlement to take back
            const isOpenAgain = command.type === 'ResettleBet' && state.bets.has(command.bet)
            // sessions end with a second factor, so removing one that is gone is refused
            const hasNoFactor = command.type === 'RemoveSecondFactor'
            if (isOpenAgain) expect(again).toMatchObject({ refusal: { code: 'bet_not_settled' } })
            else if (hasNoFactor) expect(again).toMatchObject({ refusal: { code: 'second_factor_missing' } })
            else expect(again).toEqual({ accepted: true, events: [] })
          }
        }
      }),
      { numRuns: 500 },
    ))
})

describe('the histories tried', () => {
  const seen = new Map<string, number>()
  for (const script of fc.sample(histories, { numRuns: 1_500, seed: 7 })) {
    for (const event of play(script).log) {
      const kind =
        event.type === 'BetSettled'
          ? `${event.type} ${event.data.legs.length > 1 ? 'parlay' : 'single'} ${event.data.outcome}`
          : event.type
      seen.set(kind, (seen.get(kind) ?? 0) + 1)
    }
  }
  it.each([
    'AdminRemoved',
    'TreasuryDrawApproved',
    'TreasuryDrawDeclined',
    'TreasuryDrawRequested',
    'TreasuryDrawn',
    'AccountBlocked',
    'AccountClosed',
    'AccountOpened',
    'AccountUnblocked',
    'BetCapsSet',
    'BetPlaced',
    'BetResettled',
    'BetSettled parlay refunded',
    'BetSettled parlay won',
    'BetSettled single lost',
    'BetSettled single refunded',
    'BetSettled single won',
    'BetVoided',
    'BreakTaken',
    'FixtureAbandoned',
    'EmailChanged',
    'ClosingCancelled',
    'ClosingRequested',
    'FixtureListed',
    'FixtureVoided',
    'FixturesKeptApart',
    'MarketReleased',
    'FloatSet',
    'MarketDecided',
    'NoteAdded',
    'PasswordChanged',
    'PersonalDataErased',
    'PlayLimitSet',
    'RecoveryCodesRenewed',
    'RequestEnded',
    'ResultCorrected',
    'ResultRecorded',
    'SecondFactorDisabled',
    'SecondFactorEnabled',
    'SecondFactorRemoved',
    'TransferReceived',
    'TransferReturned',
    'TransferSent',
    'WelcomeGranted',
  ])('include %s', (kind) => expect(seen.get(kind) ?? 0).toBeGreaterThan(0))
})
