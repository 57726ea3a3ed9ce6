import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SECOND } from '#services/platform/clock/durations.ts'
import { manualClock } from '#services/platform/clock/testing/manual-clock.ts'
import type { FeedReporter } from '../health/feed-reporter.ts'
import { createBudgetGuard } from './budget-guard.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import type { Reply } from './client.ts'
import { type Budget, type Spending, unlimited } from './credits.ts'
import { ProviderError, type ProviderFailure } from './provider-errors.ts'

const clock = manualClock()

/** A guard over a budget that counts, and a reporter that remembers. */
function counting(spending: Spending = 'granted') {
  const counted = { used: 0 }
  const reports: string[] = []
  const budget: Budget = {
    ...unlimited,
    async spend(credits) {
      if (spending === 'granted') counted.used += credits
      return spending
    },
    async correct(reserved, actual) {
      if (actual !== null) counted.used += actual - reserved
    },
  }
  const reporter: FeedReporter = {
    answered: async () => void reports.push('answered'),
    failed: async ({ failure }, isOpen) => void reports.push(`${failure}${isOpen ? ', open' : ''}`),
    creditsSuffice: async (suffice) => void reports.push(suffice ? 'enough' : 'spent'),
  }
  const systemNow = () => clock.systemNow()
  const breaker = createCircuitBreaker(systemNow, () => 1)
  return { counted, reports, payer: createBudgetGuard({ budget, reporter, systemNow, breaker }) }
}
const answer = (last: number | null): Reply<string> => ({
  data: 'prices',
  credits: { remaining: null, used: null, last },
  rejected: 0,
})
const failing = (failure: ProviderFailure, status: number | null) => async (): Promise<Reply<string>> => {
  throw new ProviderError(failure, 'no', { status })
}

it('a call costs what the provider says, or else what was reserved', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.option(fc.nat({ max: 9 })), async (credits, last) => {
      const { counted, payer } = counting()
      expect(await payer.spend(credits, 'poll', async () => answer(last))).toEqual(answer(last))
      expect(counted.used).toBe(last ?? credits)
    }),
  ))

it.each<[string, ProviderFailure, number | null, number]>([
  ['a refusal', 'bad-request', 422, 0],
  ['a wrong key', 'bad-key', 401, 0],
  ['too many calls', 'rate-limited', 429, 0],
  ['a fault of theirs', 'server', 500, 0],
  ['no answer in time', 'timeout', null, 2],
  ['an answer that is no JSON', 'not-json', 200, 2],
  ['an answer that is no list', 'malformed', null, 2],
])('%s costs: %s %s: %i of 2', async (_what, failure, status, cost) => {
  const { counted, payer } = counting()
  await payer.spend(2, 'poll', failing(failure, status)).catch(() => null)
  expect(counted.used).toBe(cost)
})

it.each<[ProviderFailure, number]>([
  ['bad-key', 1],
  ['out-of-credits', 1],
  ['rate-limited', 1],
  ['server', 5],
  ['timeout', 5],
  ['network', 5],
  ['not-json', 5],
])('after the failure %s, %i times, the provider is left alone for two seconds', async (failure, times) => {
  const { payer, reports } = counting()
  for (let time = 1; time < times; time++) {
    await expect(payer.spend(1, 'poll', failing(failure, null))).rejects.toThrow(ProviderError)
  }
  // reported, so the caller need not do it
  expect(await payer.spend(1, 'poll', failing(failure, null))).toBeNull()
  expect(reports.at(-1)).toBe(`${failure}, open`)
  let calls = 0
  const call = async () => {
    calls += 1
    return answer(1)
  }
  clock.advance(2 * SECOND - 1)
  expect([await payer.spend(1, 'bet', call), calls]).toEqual([null, 0])
  clock.advance(1)
  // one at a time
  expect(await Promise.all([payer.spend(1, 'poll', call), payer.spend(1, 'poll', call)])).toEqual([answer(1), null])
  expect(await payer.spend(1, 'bet', call)).toEqual(answer(1))
})

it('an error about something that the provider does not know says nothing about the provider', async () => {
  const { payer, reports } = counting()
  for (let time = 0; time < 20; time++) {
    await expect(payer.spend(1, 'poll', failing('event-gone', 404))).rejects.toThrow(ProviderError)
  }
  expect(reports.at(-1)).toBe('event-gone')
})

it('without credits, calls that cost nothing are still made', async () => {
  const { payer } = counting()
  expect(await payer.spend(1, 'poll', failing('out-of-credits', 401))).toBeNull()
  expect(await payer.spend(1, 'poll', async () => answer(1))).toBeNull()
  expect(await payer.spend(0, 'poll', async () => answer(0))).toEqual(answer(0))
  expect(await payer.spend(1, 'poll', async () => answer(1))).toBeNull()
})

it.each<[Spending, string[]]>([
  ['spent', ['spent']],
  ['later', []],
])('what there are no credits for is not asked: %s', async (spending, reported) => {
  const { payer, reports } = counting(spending)
  expect(await payer.spend(1, 'poll', () => Promise.reject(new Error('asked')))).toBeNull()
  expect(reports).toEqual(reported)
})
