import { describe, expect, it } from 'vitest'
import { safePath } from './safe-path.ts'

describe('the path to return to after signing in', () => {
  it.each([
    ['/my-bets', '/my-bets'],
    ['/leagues/soccer_epl/events/1?tab=all#odds', '/leagues/soccer_epl/events/1?tab=all#odds'],
    ['/', '/'],
  ])('keeps %s', (target, expected) => {
    expect(safePath(target)).toBe(expected)
  })

  it.each([
    'https://elsewhere.example/my-bets',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    '\\\\elsewhere.example',
    'javascript:alert(1)',
    'my-bets',
    '',
    '/login',
    '/login?redirect=/login',
    '/./login',
    undefined,
    42,
    ['/my-bets'],
  ])('answers / for %j', (target) => {
    expect(safePath(target)).toBe('/')
  })

  it('never leads to another origin, whatever the dots', () => {
    expect(safePath('/..//elsewhere.example')).toBe('/')
  })
})
