import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#ui/lib/http/query-client.ts'
import { applyPushes } from '#ui/lib/live/apply-pushes.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { aLiveGame, NOW } from '#ui/testing/factories.ts'
import {
  gameQuery,
  gamesOfTheDayQuery,
  leagueGamesQuery,
  liveGamesQuery,
  livePageQuery,
  upcomingGamesQuery,
} from './games.ts'

const game = aLiveGame()
const reply = vi.fn<() => Promise<Response>>()
let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', reply)
  reply.mockReset().mockImplementation(async () => Response.json([game]))
  setClock({ now: NOW, speed: 1 })
  localStorage.clear()
  client = createQueryClient()
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it.each([
  ['live games', 30, () => new QueryObserver(client, liveGamesQuery())],
  ['a list that runs low', 60, () => new QueryObserver(client, gamesOfTheDayQuery())],
])('%s are fetched again %i s after the last reply, however often a price is pushed', async (_, seconds, observe) => {
  const stop = observe().subscribe(() => {})
  const pushEachSecond = async (count: number) => {
    for (let second = 0; second < count; second++) {
      applyPushes(client, [{ kind: 'game', topic: 'live', game: { ...game, revision: Date.now() } }])
      await vi.advanceTimersByTimeAsync(1_000)
    }
  }
  await pushEachSecond(seconds - 2)
  expect(reply).toHaveBeenCalledTimes(1)
  await pushEachSecond(seconds + 4)
  expect(reply).toHaveBeenCalledTimes(3)
  stop()
})

it.each([
  ['live games', () => liveGamesQuery(), 15, 30],
  ['the live page', () => livePageQuery(), 90, 120],
  ['a league', () => leagueGamesQuery('soccer_epl'), 15, 30],
  ['an event', () => gameQuery('soccer_epl', game.id), 15, 30],
] as const)('%s: stale and fetched again as the specification says', (_, options, staleS, everyS) => {
  const { staleTime, refetchInterval } = options()
  expect(staleTime).toBe(staleS * 1_000)
  const every = refetchInterval as (query: object) => number
  expect(every({ state: { dataUpdatedAt: Date.now(), errorUpdatedAt: 0 } })).toBe(everyS * 1_000)
})

it.each([
  ['live games', () => liveGamesQuery()],
  ['the live page', () => livePageQuery()],
] as const)('%s are asked for twice more, five seconds apart', (_, options) => {
  const { retry, retryDelay } = options()
  const away = new TypeError('away')
  expect([0, 1, 2].map((failures) => (retry as (n: number, e: Error) => boolean)(failures, away))).toEqual([
    true,
    true,
    false,
  ])
  expect(retryDelay).toBe(5_000)
})

it('upcoming games are stale after half an hour, everything else after half a minute, and focus refetches nothing', () => {
  expect(upcomingGamesQuery().staleTime).toBe(30 * 60_000)
  const queries = client.getDefaultOptions().queries!
  expect(queries).toMatchObject({ staleTime: 30_000, refetchOnWindowFocus: false })
  const away = new TypeError('away')
  expect([0, 1].map((failures) => (queries.retry as (n: number, e: Error) => boolean)(failures, away))).toEqual([
    true,
    false,
  ])
})

it('a failed fetch is not repeated before the next interval', async () => {
  client.setQueryData(liveGamesQuery().queryKey, [game])
  const stop = new QueryObserver(client, { ...liveGamesQuery(), retry: false }).subscribe(() => {})
  reply.mockImplementation(async () => Promise.reject(new TypeError('away')))
  await vi.advanceTimersByTimeAsync(95_000)
  expect(reply).toHaveBeenCalledTimes(3)
  stop()
})
