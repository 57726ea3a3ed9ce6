import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#ui/lib/http/query-client.ts'
import { applyPushes } from '#ui/lib/live/apply-pushes.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { aLiveGame, NOW } from '#ui/testing/factories.ts'
import { gamesOfTheDayQuery, liveGamesQuery } from './games.ts'

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

it('a fetch that failed is not repeated before its time', async () => {
  client.setQueryData(liveGamesQuery().queryKey, [game])
  const stop = new QueryObserver(client, { ...liveGamesQuery(), retry: false }).subscribe(() => {})
  reply.mockImplementation(async () => Promise.reject(new TypeError('away')))
  await vi.advanceTimersByTimeAsync(95_000)
  expect(reply).toHaveBeenCalledTimes(3)
  stop()
})
