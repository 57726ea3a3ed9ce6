import { describe, expect, it } from 'vitest'
import { landingPath } from './landing.ts'

describe('after signing in', () => {
  it.each([
    [undefined, true, '/admin'],
    [undefined, false, '/'],
    ['/my-bets?tab=settled', true, '/my-bets?tab=settled'],
    ['//elsewhere', true, '/admin'],
    ['https://elsewhere', false, '/'],
  ])('from %j, an admin: %j, one goes to %s', (origin, is_admin, path) => {
    expect(landingPath(origin, { is_admin })).toBe(path)
  })
})
