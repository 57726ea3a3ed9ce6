import { expect, it } from 'vitest'
import { endSession, startSession, updateBalance } from '#ui/lib/session.ts'
import { aUser } from '#ui/testing/factories.ts'
import { createQueryClient, forgetOtherAccounts } from './query-client.ts'

it('forgets what is an account’s own once it is no longer the one signed in, and nothing else', () => {
  const client = createQueryClient()
  const ada = { user: aUser(), token: 'a' }
  const own = [
    ['bets', 'mine'],
    ['bets', 'statistics'],
    ['account', ada.user.id, 'requests'],
    ['admin', 'overview'],
  ]
  const keep = () => {
    for (const key of [...own, ['games', 'live']]) client.setQueryData(key, 'kept')
  }
  const kept = () => own.filter((key) => client.getQueryData(key) === 'kept').length
  startSession(ada)
  forgetOtherAccounts(client)
  keep()
  updateBalance(12)
  startSession({ ...ada, token: 'renewed' })
  expect(kept()).toBe(own.length)
  endSession()
  expect(kept()).toBe(0)
  expect(client.getQueryData(['games', 'live'])).toBe('kept')
  startSession(ada)
  keep()
  startSession({ user: aUser({ username: 'bob' }), token: 'b' })
  expect(kept()).toBe(0)
})
