import { expect, test } from 'vitest'
import { MAX_TRANSFER_CENTS, MIN_STAKE_CENTS } from '../limits.ts'
import { isBetBound } from './bet-bound.ts'

test.each([
  [null, true],
  [MIN_STAKE_CENTS - 1, false],
  [MIN_STAKE_CENTS, true],
  [MIN_STAKE_CENTS + 0.5, false],
  [MAX_TRANSFER_CENTS, true],
  [MAX_TRANSFER_CENTS + 1, false],
  [Number.NaN, false],
])('bets are bounded to %d cents: %s', (cents, isBound) => expect(isBetBound(cents)).toBe(isBound))
