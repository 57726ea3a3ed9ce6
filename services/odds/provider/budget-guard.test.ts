import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MINUTE } from '#services/platform/clock/durations.ts'
import { manualClock } from '#services/platform/clock/testing/manual-clock.ts'
import { createBudgetGuard } from './budget-guard.ts'
import type { Reply } from './client.ts'
import type { Budget } from './credits.ts'
import { ProviderError, type ProviderFailure } from './provider-errors.ts'

const clock = manualClock()

/** A purse that counts. */
function countingBudget() {
  const counted = { used: 0 }
  const budget: Budget = {
    scarce: true,
    async spend(credits) {
      counted.used += credits
      return true
    },
    async correct(reserved, actual) {
      if (actual !== null) counted.used += actual - reserved
    },
  }
  return { counted, payer: createBudgetGuard(budget, () => clock.systemNow()) }
}
const answer = (last: number | null): Reply<string> => ({
  data: 'prices',
  credits: { remaining: null, used: null, last },
  rejected: 0,
})
const failing = (failure: ProviderFailure, status: number | null) => async (): Promise<Reply<string>> => {
  throw new ProviderError(failure, 'no', status)
}

it('an answer costs what the provider says, or else what was set aside', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.option(fc.nat({ max: 9 })), async (credits, last) => {
      const { counted, payer } = countingBudget()
      expect(await payer.spend(credits, true, async () => answer(last))).toEqual(answer(last))
      expect(counted.used).toBe(last ?? credits)
    }),
  ))

it.each<[string, ProviderFailure, number | null, number]>([
  ['a refusal', 'parameter', 422, 0],
  ['a wrong key', 'key', 401, 0],
  ['too many calls', 'rate', 429, 0],
  ['a fault of theirs', 'unavailable', 500, 0],
  ['no answer in time', 'unavailable', null, 2],
  ['an answer that is no JSON', 'malformed', 200, 2],
  ['an answer that is no list', 'malformed', null, 2],
])('%s costs: %s %s: %i of 2', async (_what, failure, status, cost) => {
  const { counted, payer } = countingBudget()
  await expect(payer.spend(2, true, failing(failure, status))).rejects.toThrow(ProviderError)
  expect(counted.used).toBe(cost)
})

it.each<[ProviderFailure, number, number]>([
  ['key', 401, 10 * MINUTE],
  ['credits', 401, 10 * MINUTE],
  ['rate', 429, 10_000],
  ['unavailable', 500, 0],
  ['malformed', 200, 0],
  ['not-found', 404, 0],
])('after the failure %s (%i) the provider is left alone for %i ms', async (failure, status, ms) => {
  const { payer } = countingBudget()
  await expect(payer.spend(1, true, failing(failure, status))).rejects.toThrow(ProviderError)
  let calls = 0
  const call = async () => {
    calls += 1
    return answer(1)
  }
  if (ms > 0) {
    clock.advance(ms - 1)
    expect([await payer.spend(1, false, call), await payer.spend(0, true, call), calls]).toEqual([null, null, 0])
    clock.advance(1)
  }
  expect(await payer.spend(1, false, call)).toEqual(answer(1))
})

it('what there are no credits for is not asked', async () => {
  const payer = createBudgetGuard(
    { scarce: true, spend: async () => false, correct: async () => undefined },
    () => new Date(),
  )
  expect(await payer.spend(1, true, () => Promise.reject(new Error('asked')))).toBeNull()
})
