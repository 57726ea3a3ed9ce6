import { expect, it } from 'vitest'
import { canonicalEmail } from './email-address.ts'

it.each([
  ['ada@example.org', 'ada@example.org'],
  ['  Ada.Lovelace+bets@Mail.EXAMPLE.org ', 'Ada.Lovelace+bets@mail.example.org'],
  ['ａｄａ@example.org', 'ada@example.org'],
  ['jürgen@bücher.example', 'jürgen@bücher.example'],
  [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
])('%j is written %j', (typed, canonical) => {
  expect(canonicalEmail(typed)).toBe(canonical)
  expect(canonicalEmail(canonical)).toBe(canonical)
})

it.each([
  '',
  'ada',
  '@example.org',
  'ada@',
  'ada@example',
  'ada@example.',
  'ada@-example.org',
  'ada..l@example.org',
  'ada@b@example.org',
  'ada lovelace@example.org',
  'ada@example.org\nBcc: all@example.org',
  '<ada@example.org>',
  `${'a'.repeat(65)}@example.org`,
  `ada@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(20)}`,
  'x'.repeat(1_000),
])('%j is not an address', (typed) => {
  expect(canonicalEmail(typed)).toBeNull()
})
