// Invariants that hold however often bets are settled, taken back, opened again and voided, with wallets emptied in
// between.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DomainEvent } from '../events.ts'
import { heldStakesOf, owedOf, postingsOf, walletOf } from '../ledger/postings.ts'
import { balanceOf, sumOf } from '../testing/invariants/balances.ts'
import { BETS } from '../testing/random-markets.ts'
import { type Step, stepOfBets } from '../testing/step.ts'
import { History } from '../testing/steps.ts'
import { replay, World } from '../testing/world.ts'

const scripts = fc.array(stepOfBets, { minLength: 20, maxLength: 90, size: 'max' })

function play(script: readonly Step[]): World {
  const world = new World()
  const history = new History(world)
  history.prepare()
  for (const step of script) history.perform(step)
  history.finish()
  return world
}

describe('every life of bets', () => {
  it('breaks no invariant, and leaves each account as the ledger has it', () =>
    fc.assert(
      fc.property(scripts, (script) => {
        const { accounts, check } = play(script)
        expect(check.finish()).toEqual([])
        let heldCents = 0
        for (const [account, { state }] of accounts) {
          expect(state.walletCents).toBeGreaterThanOrEqual(0)
          expect(state.owedCents).toBeGreaterThanOrEqual(0)
          expect(state.walletCents).toBe(balanceOf(check.balances, walletOf(account)))
          expect(0 - state.owedCents).toBe(0 - -balanceOf(check.balances, owedOf(account)))
          for (const bet of state.settled.keys()) expect(balanceOf(check.balances, heldStakesOf(bet))).toBe(0)
          for (const { stakeCents } of state.bets.values()) heldCents += stakeCents
        }
        expect(heldCents).toBe(sumOf(check.balances, 'bet:'))
      }),
      { numRuns: 1_000 },
    ))

  it('pays a bettor what the house pays, and follows from its events alone', () =>
    fc.assert(
      fc.property(scripts, (script) => {
        const { accounts, log } = play(script)
        for (const { stream, ...event } of log) expect(houseAndBettor(stream, event)).toBe(0)
        const again = replay(log)
        for (const [account, { state, version }] of accounts) {
          if (version >= 0) expect(again.accounts.get(account)).toEqual(state)
        }
      }),
      { numRuns: 300 },
    ))
})

/** The sum of what the house, the bettor (less debt) and the held stakes gain by an event of a bet. */
function houseAndBettor(stream: string, event: DomainEvent): number {
  if (!event.type.startsWith('Bet')) return 0
  const account = stream.slice('account-'.length)
  const partOfIt = new Set(['house:profit', walletOf(account), owedOf(account)])
  let sum = 0
  for (const { from, to, amountCents } of postingsOf(stream, event)) {
    if (partOfIt.has(to) || to.startsWith('bet:')) sum += amountCents
    if (partOfIt.has(from) || from.startsWith('bet:')) sum -= amountCents
  }
  return sum
}

/** The cases that an event is an example of. */
function kindsOf(event: DomainEvent): string[] {
  switch (event.type) {
    case 'BetSettled':
      return event.data.legs.map(({ grade, voidReason }) => `leg ${grade}${voidReason ? ` ${voidReason}` : ''}`)
    case 'BetResettled': {
      const { settlement, shortfallCents, reversedOwedPaidCents } = event.data
      const isByHand = settlement?.legs.length === 0
      return [
        `settled anew as ${settlement === null ? 'open' : isByHand ? 'voided' : settlement.outcome}`,
        ...(shortfallCents > 0 ? ['a wallet too short'] : []),
        ...(reversedOwedPaidCents > 0 ? ['a debt that is owed again'] : []),
        ...(settlement !== null && settlement.owedPaidCents > 0 ? ['a debt paid by the new settlement'] : []),
      ]
    }
    case 'BetPlaced':
      return event.data.legs.map(({ market }) => `a bet on ${market}`)
    default:
      return [event.type]
  }
}

describe('the lives tried', () => {
  const seen = new Map<string, number>()
  for (const script of fc.sample(scripts, { numRuns: 1_000, seed: 7 })) {
    const resettled = new Map<string, number>()
    for (const event of play(script).log) {
      for (const kind of kindsOf(event)) seen.set(kind, (seen.get(kind) ?? 0) + 1)
      if (event.type !== 'BetResettled') continue
      const times = (resettled.get(event.data.bet) ?? 0) + 1
      resettled.set(event.data.bet, times)
      if (times === 2) seen.set('a bet settled anew twice', 1)
    }
  }
  it.each([
    'BetVoided',
    'FixtureAbandoned',
    'MarketDecided',
    'ResultCorrected',
    'a bet settled anew twice',
    'a debt paid by the new settlement',
    'a debt that is owed again',
    'a wallet too short',
    ...['won', 'lost', 'refunded', 'open', 'voided'].map((outcome) => `settled anew as ${outcome}`),
    ...['won', 'half-won', 'half-lost', 'lost'].map((grade) => `leg ${grade}`),
    ...['abandoned', 'by-hand', 'draw', 'draw-not-offered', 'late', 'no-result', 'push'].map(
      (why) => `leg void ${why}`,
    ),
    ...new Set(BETS.map(({ market }) => `a bet on ${market}`)),
  ])('include %s', (kind) => expect(seen.get(kind) ?? 0).toBeGreaterThan(0))
})
