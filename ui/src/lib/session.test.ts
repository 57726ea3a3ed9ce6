import { act } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aUser } from '#ui/testing/factories.ts'
import { breakStorage } from '#ui/testing/storage.ts'
import {
  endSession,
  readSession,
  requirePasswordChange,
  requireSecondFactor,
  secondFactorSetUp,
  startSession,
  updateBalance,
  updateUser,
} from './session.ts'

const ada = aUser({ username: 'ada', balance: '50.00' })
const stored = () => ({
  token: localStorage.getItem('fairbook.token'),
  user: JSON.parse(localStorage.getItem('fairbook.user') ?? 'null') as unknown,
})
/** This page gets no event of it. */
const otherTabSignsOut = () => localStorage.clear()
const otherTabContinuesAs = (user: object, token: string) => {
  localStorage.setItem('fairbook.user', JSON.stringify(user))
  localStorage.setItem('fairbook.token', token)
}
const tell = () => act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'fairbook.token' })))

/** Every change to a session other than its start and end. */
const changes: [name: string, change: () => void][] = [
  ['the user as the server has it', () => updateUser({ ...ada, balance: '12.00' })],
  ['a balance', () => updateBalance(12)],
  ['a password that must be changed', () => requirePasswordChange('old')],
  ['a second factor that must be set up', () => requireSecondFactor('old')],
  ['a second factor that is set up', secondFactorSetUp],
]

describe.each(changes)('a session that %s changes', (_name, change) => {
  it('stays ended if another tab has ended it and this page does not know yet', () => {
    startSession({ user: ada, token: 'old' })
    otherTabSignsOut()
    change()
    expect(stored()).toEqual({ token: null, user: null })
    tell()
    expect(readSession()).toBeNull()
  })

  it('does not replace a session that another tab has begun', () => {
    const bob = aUser({ username: 'bob' })
    startSession({ user: ada, token: 'old' })
    otherTabContinuesAs(bob, 'new')
    change()
    expect(stored()).toEqual({ token: 'new', user: bob })
    tell()
    expect(readSession()).toEqual({ user: bob, token: 'new' })
  })

  it('is stored', () => {
    startSession({ user: ada, token: 'old', ...(change === secondFactorSetUp && { secondFactorSetupRequired: true }) })
    const before = JSON.stringify({ ...localStorage })
    change()
    expect(JSON.stringify({ ...localStorage })).not.toBe(before)
    const shown = readSession()
    tell()
    expect(readSession()).toEqual(shown)
  })
})

it.each([
  ['full', ['setItem']],
  ['blocked', ['setItem', 'getItem']],
] as const)('a session lasts as long as the page, and changes, where storage is %s', (_how, methods) => {
  const restore = breakStorage(...methods)
  startSession({ user: ada, token: 'old' })
  updateBalance(12)
  expect(readSession()?.user.balance).toBe('12.00')
  updateUser({ ...ada, balance: '13.00' })
  expect(readSession()?.user.balance).toBe('13.00')
  restore()
  endSession()
  expect(readSession()).toBeNull()
})
