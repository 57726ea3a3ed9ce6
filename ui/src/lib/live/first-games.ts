// The first games: the server writes them into the page of /, so that the first screen is painted without a call.
import type { FirstGames, Game } from '#services/contract/contract.ts'
import { setClock } from '../time/business-clock.ts'

/** As old as live games may become before they are refetched. */
const MAX_AGE_MS = 15_000

type ReadGames = FirstGames & { readonly receivedAt: number }
let found: ReadGames | null = null

/**
 * Reads the first games and sets the business clock by them. Call once, before anything is rendered. They are ignored
 * if their age cannot be told: the page came out of the browser's cache, or this machine's clock disagrees with the
 * server's.
 */
export function readFirstGames(page: Document = document): void {
  found = null
  try {
    const written: unknown = JSON.parse(page.getElementById('first-games')?.textContent ?? 'null')
    if (!isFirstGames(written) || Math.abs(Date.now() - written.at) > MAX_AGE_MS) return
    found = { ...written, receivedAt: Date.now() }
    setClock({
      now: new Date(Date.parse(written.clock.now) + sinceArrival() * written.clock.speed).toISOString(),
      speed: written.clock.speed,
    })
  } catch {
    // Without first games, everything is fetched.
  }
}

/** One of the lists, for `initialData`; undefined if there is none or it is too old by now. */
export function firstGames(list: 'live' | 'gamesOfTheDay'): Game[] | undefined {
  return current()?.[list]
}

/** For `initialDataUpdatedAt`. */
export const firstGamesReceivedAt = (): number | undefined => current()?.receivedAt

/** The id of the last push that the first games include: the stream continues after it. */
export const firstGamesSince = (): string | undefined => current()?.since

const current = (): ReadGames | null => (found !== null && Date.now() - found.receivedAt <= MAX_AGE_MS ? found : null)

/** Milliseconds since the first byte of the page arrived. */
function sinceArrival(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation === undefined ? 0 : Math.max(0, performance.now() - navigation.responseStart)
}

function isFirstGames(value: unknown): value is FirstGames {
  if (typeof value !== 'object' || value === null) return false
  const { at, clock, since, live, gamesOfTheDay } = value as Partial<FirstGames>
  const areLists = Array.isArray(live) && Array.isArray(gamesOfTheDay)
  return typeof at === 'number' && typeof clock?.now === 'string' && typeof since === 'string' && areLists
}
