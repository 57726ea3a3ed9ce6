import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gamesOfTheDayQuery, isFresh, liveGamesQuery } from '#ui/data/games.ts'
import { createQueryClient } from '#ui/lib/http/query-client.ts'
import { businessNow } from '#ui/lib/time/business-clock.ts'
import { aGame, aLiveGame, NOW } from '#ui/testing/factories.ts'
import { firstGames, firstGamesSince, readFirstGames } from './first-games.ts'

const live = [aLiveGame()]
const gamesOfTheDay = [aGame(), aGame()]

function aPage(changes: object = {}): Document {
  const page = document.implementation.createHTMLDocument()
  const written = { at: Date.now(), clock: { now: NOW, speed: 1 }, since: 'e-7', live, gamesOfTheDay, ...changes }
  page.body.innerHTML = `<script type="application/json" id="first-games">${JSON.stringify(written)}</script>`
  return page
}

let requested: string[]
beforeEach(() => {
  requested = []
  vi.stubGlobal('fetch', async (path: string) => {
    requested.push(path)
    return Response.json([])
  })
})
afterEach(() => {
  readFirstGames(document.implementation.createHTMLDocument())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Mounts both queries of the main page and returns their first results. */
function mount() {
  const client = createQueryClient()
  const observers = [liveGamesQuery(), gamesOfTheDayQuery()].map((query) => new QueryObserver(client, query as never))
  const stops = observers.map((observer) => observer.subscribe(() => {}))
  const results = observers.map((observer) => observer.getCurrentResult())
  for (const stop of stops) stop()
  client.clear()
  return results
}

it('the first games are shown without a call, as if just fetched', () => {
  readFirstGames(aPage())
  const results = mount()
  expect(results.map(({ data }) => data)).toEqual([live, gamesOfTheDay])
  expect(results.map(({ dataUpdatedAt }) => isFresh(dataUpdatedAt))).toEqual([true, true])
  expect(requested).toEqual([])
  expect(firstGamesSince()).toBe('e-7')
  expect(Math.abs(businessNow() - Date.parse(NOW))).toBeLessThan(60_000)
})

it.each([
  ['out of the cache', { at: Date.now() - 3_600_000 }],
  ['of a clock that is ahead', { at: Date.now() + 3_600_000 }],
  ['without a list', { live: null }],
  ['without a clock', { clock: null }],
])('a page %s is ignored, and the lists are fetched', async (_, changes) => {
  readFirstGames(aPage(changes))
  expect([firstGames('live'), firstGamesSince()]).toEqual([undefined, undefined])
  expect(mount().map(({ data }) => data)).toEqual([undefined, undefined])
  await vi.waitFor(() => expect(requested).toEqual(['/api/sports/live', '/api/sports?gamesOfDay=true']))
})

it('the first games are not used again once they are old', () => {
  vi.useFakeTimers()
  readFirstGames(aPage())
  vi.setSystemTime(Date.now() + 60_000)
  expect(mount()[0]!.data).toBeUndefined()
})
