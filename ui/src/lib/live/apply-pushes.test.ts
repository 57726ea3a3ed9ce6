import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import { aGame, aLiveGame, aUser, NOW } from '#ui/testing/factories.ts'
import { createQueryClient } from '../http/query-client.ts'
import { readSession, startSession } from '../session.ts'
import { businessNow, setClock } from '../time/business-clock.ts'
import { admitGames, applyPushes, belongsTo, keepNewer, patchGames } from './apply-pushes.ts'

const updates = (...games: Game[]) => new Map(games.map((game) => [game.id, game]))
const push = (game: Game) => ({ kind: 'game' as const, topic: 'live', game })

beforeEach(() => setClock({ now: NOW, speed: 1 }))

describe('patching a list of games', () => {
  it('puts a newer revision into the old place and leaves the others as they are', () => {
    const [first, second] = [aGame(), aGame()]
    const newer = { ...second, revision: 2, bettable: false }
    const patched = patchGames([first, second], updates(newer))
    expect(patched.map((game) => game.revision)).toEqual([1, 2])
    expect(patched[0]).toBe(first)
  })

  it('changes nothing for an older or equal revision, nor for unknown games', () => {
    const games = [aGame({ revision: 5 })]
    expect(patchGames(games, updates({ ...games[0]!, revision: 4, bettable: false }))).toBe(games)
    expect(patchGames(games, updates({ ...games[0]!, revision: 5, bettable: false }))).toBe(games)
    expect(patchGames(games, updates(aGame()))).toBe(games)
  })

  it('keeps the identity of what stayed equal inside a game', () => {
    const game = aLiveGame()
    const [patched] = patchGames([game], updates({ ...structuredClone(game), revision: 2 }))
    expect(patched?.bookmakers).toBe(game.bookmakers)
  })
})

describe('admitting new games', () => {
  const now = Date.parse(NOW)

  it('adds started games to the live list, by start', () => {
    const known = aLiveGame({ commence_time: '2026-11-20T13:30:00.000Z' })
    const begun = aLiveGame({ commence_time: '2026-11-20T13:00:00.000Z' })
    const later = aGame()
    const list = admitGames([known], updates(begun, later), belongsTo(['games', 'live'], now))
    expect(list).toEqual([begun, known])
  })

  it('adds only what belongs: no finished games, no unpriced upcoming ones, no other leagues', () => {
    const finished = aLiveGame({ completed: true })
    const unpriced = aGame({ prices: null })
    expect(belongsTo(['games', 'live'], now)(finished)).toBe(false)
    expect(belongsTo(['games', 'upcoming'], now)(unpriced)).toBe(false)
    expect(belongsTo(['games', 'upcoming'], now)(aGame())).toBe(true)
    expect(belongsTo(['games', 'league', 'soccer_epl'], now)(aGame())).toBe(true)
    expect(belongsTo(['games', 'league', 'soccer_epl'], now)(aLiveGame())).toBe(false)
    expect(belongsTo(['games', 'event', 'x'], now)(aGame())).toBe(false)
  })

  it('leaves the list as it is where nothing is added', () => {
    const games = [aLiveGame()]
    expect(admitGames(games, updates(games[0]!), () => true)).toBe(games)
  })
})

describe('a reply that is older than a push', () => {
  it('does not take a game back', () => {
    const shown = aLiveGame({ revision: 7 })
    const late = { ...shown, revision: 6, bettable: false }
    expect(keepNewer([shown], [late])).toEqual([shown])
    expect(keepNewer(shown, late)).toBe(shown)
  })

  it('replaces everything else, dropping what is gone', () => {
    const [gone, kept] = [aGame(), aGame()]
    const fresh = { ...kept, revision: 2 }
    expect(keepNewer([gone, kept], [fresh])).toEqual([fresh])
    expect(keepNewer(undefined, [fresh])).toEqual([fresh])
  })

  it('keeps the list itself where nothing changed', () => {
    const games = [aGame()]
    expect(keepNewer(games, structuredClone(games))).toBe(games)
  })
})

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

  it('sets the clock, and the balance of the one who is signed in', () => {
    const client = createQueryClient()
    const user = aUser()
    startSession({ user, token: 'token' })
    applyPushes(client, [
      { kind: 'hello', clock: { now: '2026-12-24T18:00:00.000Z', speed: 1 } },
      { kind: 'account', topic: 'me', user: { ...user, balance: '41.40' }, position: '9' },
      { kind: 'account', topic: 'me', user: aUser({ balance: '999.00' }), position: '10' },
    ])
    expect(readSession()?.user.balance).toBe('41.40')
    expect(Math.abs(businessNow() - Date.parse('2026-12-24T18:00:00.000Z'))).toBeLessThan(1_000)
  })

  it('has bets, the back office or everything fetched again', () => {
    const client = createQueryClient()
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    const keys = () => invalidate.mock.calls.map(([filters]) => filters?.queryKey?.[0])
    applyPushes(client, [{ kind: 'bets', topic: 'me', position: '1' }])
    applyPushes(client, [{ kind: 'admin', topic: 'admin', position: '2' }])
    expect(keys()).toEqual(['bets', 'admin'])
    applyPushes(client, [{ kind: 'reset' }])
    expect(keys().slice(2)).toEqual(['games', 'bets', 'admin'])
  })

  it('ignores kinds that it does not know', () => {
    const client = createQueryClient()
    applyPushes(client, [JSON.parse('{"kind":"weather"}')])
  })
})
