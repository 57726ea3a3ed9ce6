// What holds of every history, whatever was asked, by whom, in which order.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideAccount } from './account/decide.ts'
import { balanceOf, sumOf } from './ledger/balances.ts'
import { floatOf, owedOf, walletOf } from './ledger/postings.ts'
import { History, type Step, step } from './testing/steps.ts'
import { replay, World } from './testing/world.ts'

/** Of an empty house, and of one that has begun. */
const histories = fc.record({
  furnished: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
  steps: fc.array(step, { minLength: 1, maxLength: 100, size: 'max' }),
})
type Told = { furnished: boolean; steps: readonly Step[] }

function lived({ furnished, steps }: Told): World {
  const world = new World()
  const history = new History(world)
  if (furnished) history.furnish()
  for (const one of steps) history.take(one)
  history.finish()
  return world
}

describe('every history', () => {
  it('conserves money, keeps every floor, and settles each bet once by the rule', () =>
    fc.assert(
      fc.property(histories, (told) => {
        const { check } = lived(told)
        expect(check.finish()).toEqual([])
      }),
      { numRuns: 2_000 },
    ))

  it('leaves in each account what the ledger says', () =>
    fc.assert(
      fc.property(histories, (told) => {
        const { accounts, check } = lived(told)
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

  it('is told by its events alone', () =>
    fc.assert(
      fc.property(histories, (told) => {
        const world = lived(told)
        const again = replay(world.log)
        for (const [account, { state, version }] of world.accounts) {
          if (version >= 0) expect(again.accounts.get(account)).toEqual(state)
        }
        for (const [fixture, { state, version }] of world.fixtures) {
          if (version >= 0) expect(again.fixtures.get(fixture)).toEqual(state)
        }
      }),
      { numRuns: 500 },
    ))

  it('gains nothing from a command that is decided again on what it left', () =>
    fc.assert(
      fc.property(histories, (told) => {
        const world = new World()
        const history = new History(world)
        if (told.furnished) history.furnish()
        for (const one of told.steps) {
          const before = world.accepted.length
          history.take(one)
          for (const { account, command, meta } of world.accepted.slice(before)) {
            const { state } = world.account(account)
            expect(decideAccount(command, meta, state)).toEqual({ accepted: true, events: [] })
          }
        }
      }),
      { numRuns: 500 },
    ))
})

describe('the histories tried', () => {
  const seen = new Map<string, number>()
  for (const told of fc.sample(histories, { numRuns: 200, seed: 7 })) {
    for (const event of lived(told).log) {
      const what =
        event.type === 'BetSettled'
          ? `${event.type} ${event.data.legs.length > 1 ? 'parlay' : 'single'} ${event.data.outcome}`
          : event.type
      seen.set(what, (seen.get(what) ?? 0) + 1)
    }
  }
  it.each([
    'AccountBlocked',
    'AccountOpened',
    'AccountUnblocked',
    'BetPlaced',
    'BetSettled parlay refunded',
    'BetSettled parlay won',
    'BetSettled single lost',
    'BetSettled single refunded',
    'BetSettled single won',
    'BetVoided',
    'FixtureAbandoned',
    'FixtureListed',
    'FloatSet',
    'PasswordChanged',
    'ResultCorrected',
    'ResultRecorded',
    'TransferReceived',
    'TransferReturned',
    'TransferSent',
    'WelcomeGranted',
  ])('have in them: %s', (what) => expect(seen.get(what) ?? 0).toBeGreaterThan(0))
})
