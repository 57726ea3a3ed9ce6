import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { endSession, startSession, updateBalance } from '#ui/lib/session.ts'
import { aUser } from '#ui/testing/factories.ts'
import { createQueryClient, forgetOtherAccounts } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

it('sends requests at once and never queues them, even where the browser claims to be offline', async () => {
  onlineManager.setOnline(false)
  const client = createQueryClient()
  client.mount()
  let sent = 0
  const press = () =>
    client
      .getMutationCache()
      .build<void, Error, void, unknown>(client, {
        mutationFn: async () => {
          sent++
          throw new Error('no connection')
        },
      })
      .execute()
  await expect(press()).rejects.toThrow('no connection')
  await expect(press()).rejects.toThrow('no connection')
  expect(sent).toBe(2)
  expect(await client.fetchQuery({ queryKey: ['games'], queryFn: () => 'read' })).toBe('read')
  onlineManager.setOnline(true)
  await client.resumePausedMutations()
  expect(sent).toBe(2)
  client.unmount()
})

it('forgets an account’s own data once another account is signed in, and nothing else', () => {
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
