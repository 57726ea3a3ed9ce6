import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { PasswordAbandoned } from '#services/accounts/passwords/passwords.ts'
import { createPseudonyms } from '#services/accounts/sessions/pseudonyms.ts'
import type { SignInThrottle } from '#services/accounts/sessions/sign-in-throttle.ts'
import { until } from '../testing/product.ts'
import { createAttempts } from './attempts.ts'

test('hanging up does not shorten a wait', async () => {
  const waitMs = 600_000
  let begun = 0
  const left: (number | undefined)[] = []
  const throttle = {
    isKnown: async () => false,
    begin: async () => {
      begun += 1
      return { waitMs, admitted: true, known: false, failures: 12 }
    },
    cancel: async (_keys: unknown, _verdict: unknown, leftMs?: number) => void left.push(leftMs),
  } as unknown as SignInThrottle
  const attempts = createAttempts({
    pool: {} as pg.Pool,
    pseudonyms: createPseudonyms(randomBytes(32)),
    passwords: { hasRoom: () => true },
    failures: { add: () => undefined },
    throttle,
  })
  const client = new AbortController()
  const waiting = attempts.signIn({ normal: 'anna', legacyNormal: 'anna' }, '203.0.113.9', client.signal)
  await until(() => begun === 1)
  client.abort()
  await expect(waiting).rejects.toThrow(PasswordAbandoned)
  expect(left).toEqual([expect.closeTo(waitMs, -6)])
})
