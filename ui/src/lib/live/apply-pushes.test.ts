import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AUDIT_KINDS, type AuditKind, type Game } from '#services/contract/contract.ts'
import { aLiveGame, aUser, NOW } from '#ui/testing/factories.ts'
import { createQueryClient } from '../http/query-client.ts'
import { readSession, startSession } from '../session.ts'
import { businessNow, setClock } from '../time/business-clock.ts'
import { applyPushes } from './apply-pushes.ts'

const push = (game: Game) => ({ kind: 'game' as const, topic: 'live', game })

beforeEach(() => setClock({ now: NOW, speed: 1 }))

describe('a frame of pushes', () => {
  it('patches lists and single games at once, with the newest of several', () => {
    const client = createQueryClient()
    const game = aLiveGame()
    client.setQueryData(['games', 'live'], [game])
    client.setQueryData(['games', 'event', game.id], game)
    const latest = { ...game, revision: 3, bettable: false }
    applyPushes(client, [push(latest), push({ ...game, revision: 2 })])
    expect(client.getQueryData<Game[]>(['games', 'live'])?.[0]?.revision).toBe(3)
    expect(client.getQueryData<Game>(['games', 'event', game.id])?.bettable).toBe(false)
  })

  it('does not make the last full reply look newer than it is', () => {
    const client = createQueryClient()
    const game = aLiveGame()
    client.setQueryData(['games', 'live'], [game], { updatedAt: 1_000 })
    applyPushes(client, [push({ ...game, revision: 2 })])
    expect(client.getQueryState(['games', 'live'])?.dataUpdatedAt).toBe(1_000)
  })

  it('sets the clock, and the balance of the signed-in user', () => {
    const client = createQueryClient()
    const user = aUser()
    startSession({ user, token: 'token' })
    applyPushes(client, [
      { kind: 'hello', clock: { now: '2026-12-24T18:00:00.000Z', speed: 1 } },
      { kind: 'account', topic: 'me', user: { ...user, balance: '41.40' }, position: '9' },
      { kind: 'account', topic: 'me', user: aUser({ balance: '999.00' }), position: '10' },
    ])
    expect(readSession()?.user.balance).toBe('41.40')
    expect(new Date(businessNow()).toISOString()).toMatch(/^2026-12-24T18:/)
  })

  it.each(AUDIT_KINDS)('refetches only those queries of the back office that show %s', (kind) => {
    const client = createQueryClient()
    const show = (key: string, meta?: { shows: readonly AuditKind[] }) =>
      client.getQueryCache().build(client, { queryKey: ['admin', key], ...(meta && { meta }) })
    for (const one of AUDIT_KINDS) show(one, { shows: [one] })
    show('most', { shows: AUDIT_KINDS.filter((one) => one !== kind) })
    show('none', { shows: [] })
    show('unsaid')
    applyPushes(client, [{ kind: 'admin', topic: 'admin', changed: [kind], position: '2' }])
    const refetched = client.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated })
    expect(refetched.map(({ queryKey }) => queryKey[1])).toEqual([kind, 'unsaid'])
  })

  it('refetches bets or everything', () => {
    const client = createQueryClient()
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    const keys = () => invalidate.mock.calls.map(([filters]) => filters?.queryKey?.[0])
    applyPushes(client, [{ kind: 'bets', topic: 'me', position: '1' }])
    applyPushes(client, [{ kind: 'reset' }])
    expect(keys().slice(1)).toEqual(['games', 'bets', 'admin', 'account', 'ticker'])
  })

  it('refetches the data of an account that changed', () => {
    const client = createQueryClient()
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    applyPushes(client, [{ kind: 'account', topic: 'me', user: aUser(), position: '1' }])
    expect(invalidate.mock.calls).toEqual([[{ queryKey: ['account'] }]])
  })

  it('ignores unknown kinds', () => {
    const client = createQueryClient()
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    applyPushes(client, [
      JSON.parse('{"kind":"weather"}'),
      { kind: 'account', topic: 'me', user: aUser(), position: '1' },
    ])
    expect(invalidate.mock.calls).toEqual([[{ queryKey: ['account'] }]])
  })
})
