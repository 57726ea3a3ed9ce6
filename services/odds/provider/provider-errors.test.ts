import { expect, it } from 'vitest'
import { failureOf, type ProviderFailure } from './provider-errors.ts'

it.each<[string, ProviderFailure]>([
  ['MISSING_KEY', 'bad-key'],
  ['INVALID_KEY', 'bad-key'],
  ['DEACTIVATED_KEY', 'bad-key'],
  ['OUT_OF_USAGE_CREDITS', 'out-of-credits'],
  ['EXCEEDED_FREQ_LIMIT', 'rate-limited'],
  ['UNKNOWN_SPORT', 'unknown-sport'],
  ['INVALID_SPORT', 'unknown-sport'],
  ['EVENT_NOT_FOUND', 'event-gone'],
  ['HISTORICAL_UNAVAILABLE_ON_FREE_USAGE_PLAN', 'bad-request'],
  ['MISSING_REGION', 'bad-request'],
  ['INVALID_MARKET_COMBO', 'bad-request'],
  ['INVALID_SCORES_DAYS_FROM', 'bad-request'],
])('%s says %s, whatever the status', (code, failure) => {
  for (const status of [401, 403, 404, 422, 429, 500]) expect(failureOf(status, code)).toBe(failure)
})

it.each<[number, ProviderFailure]>([
  [401, 'bad-key'],
  [403, 'bad-key'],
  [404, 'unknown-sport'],
  [408, 'server'],
  [422, 'bad-request'],
  [429, 'rate-limited'],
  [500, 'server'],
  [503, 'server'],
])('a status of %i counts without a code that we know', (status, failure) => {
  expect(failureOf(status, null)).toBe(failure)
  expect(failureOf(status, 'SOMETHING_NEW')).toBe(failure)
})
