import { describe, expect, it } from 'vitest'
import { findBlocker, type PlacementFacts } from './placement-rules.ts'

const ready: PlacementFacts = {
  bettor: { balanceCents: 6_500, isAdmin: false, owes: false },
  mode: 'singles',
  selectionCount: 1,
  isChecking: false,
  stop: null,
  areOddsValid: true,
  areOddsStale: false,
  areOddsTooLarge: false,
  maxStakeCents: null,
  isPayoutTooLarge: false,
  stakesCents: [2_000],
}
const textOf = (changes: Partial<PlacementFacts>) => findBlocker({ ...ready, ...changes })?.text ?? null

describe('the rules before placing', () => {
  it('lets a funded bettor place', () => expect(findBlocker(ready)).toBeNull())

  it.each<[string, Partial<PlacementFacts>, string]>([
    ['a visitor', { bettor: null }, 'Please log in to place a bet.'],
    ['an admin', { bettor: { balanceCents: 0, isAdmin: true, owes: false } }, 'Admins do not bet'],
    ['an empty slip', { selectionCount: 0, stakesCents: [] }, 'Your bet slip is empty.'],
    ['a check under way', { isChecking: true }, 'Please wait while we check the current odds...'],
    ['what is stopped, before odds to review', { stop: 'Stopped.', areOddsValid: false }, 'Stopped.'],
    ['odds to review', { areOddsValid: false }, 'Some odds have changed. Please review your selections.'],
    [
      'a parlay beyond any odds',
      { mode: 'parlay', selectionCount: 20, areOddsTooLarge: true },
      'The potential win is above the limit for one bet.',
    ],
    [
      'prices too old to bet at',
      { areOddsStale: true },
      'Prices are delayed. Your slip is kept; betting opens again with the next update.',
    ],
    ['a return above what is paid', { isPayoutTooLarge: true }, 'The potential win is above the limit for one bet.'],
    ['no stake', { stakesCents: [null] }, 'Please enter a valid stake amount.'],
    ['a stake of nothing', { stakesCents: [0] }, 'Please enter a valid stake amount.'],
    ['a stake under the minimum', { stakesCents: [9] }, 'The minimum stake is €0.10.'],
    [
      'a stake above the balance',
      { stakesCents: [6_501] },
      'Insufficient funds. Please deposit more funds to place this bet.',
    ],
    [
      'singles that together are above the balance',
      { selectionCount: 2, stakesCents: [3_500, 3_500] },
      'Insufficient funds. Please deposit more funds to place this bet.',
    ],
    [
      'who owes, before funds are missed',
      { bettor: { balanceCents: 0, isAdmin: false, owes: true } },
      'An outstanding debt must be paid first.',
    ],
    ['a parlay of 21', { mode: 'parlay', selectionCount: 21 }, 'A parlay has 2 to 20 legs.'],
  ])('stops %s', (_what, changes, text) => expect(textOf(changes)).toBe(text))

  it('allows the whole balance', () => expect(textOf({ stakesCents: [6_500] })).toBeNull())

  it('names the first rule that fails, in the order of the specification', () => {
    const failing: Partial<PlacementFacts>[] = [
      { bettor: null },
      { selectionCount: 0 },
      { isChecking: true },
      { areOddsValid: false },
      { areOddsStale: true },
      { stakesCents: [null] },
      { stakesCents: [1_000_000] },
      { isPayoutTooLarge: true },
    ]
    const expected = ['signed-out', 'empty', 'checking', 'odds', 'stale', 'stake', 'funds', 'payout']
    for (const [first, code] of expected.entries()) {
      // Later rules first, so that an earlier one overrides a field that both set.
      const facts = failing
        .slice(first)
        .reverse()
        .reduce((all, one) => Object.assign(all, one), { ...ready })
      expect(findBlocker(facts as PlacementFacts)?.code).toBe(code)
    }
  })
})
