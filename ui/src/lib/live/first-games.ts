// The games that the server wrote into the page of /: its first screen is painted from them, without a call.
import type { FirstGames, Game } from '#services/contract/contract.ts'
import { setClock } from '../time/business-clock.ts'

/** As old as the live games may become before they are fetched again. */
const MAX_AGE_MS = 15_000

type ReadGames = FirstGames & { readonly receivedAt: number }
let found: ReadGames | null = null

/**
 * Reads them, and sets the business clock by them; once, before anything is rendered. Ignored where the page is an old one out
 * of the browser's cache, or this machine's clock does not agree with the server's, so that nobody can say how old they are.
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
    // Without them, everything is fetched.
  }
}

/** A list of the page, for `initialData`; undefined where there is none, or it has become old since. */
export function firstGames(list: 'live' | 'gamesOfTheDay'): Game[] | undefined {
  return current()?.[list]
}

/** For `initialDataUpdatedAt`. */
export const firstGamesReceivedAt = (): number | undefined => current()?.receivedAt

/** The id of the last push that they contain: the stream goes on from there. */
export const firstGamesSince = (): string | undefined => current()?.since

const current = (): ReadGames | null => (found !== null && Date.now() - found.receivedAt <= MAX_AGE_MS ? found : null)

/** Milliseconds since the page began to arrive. */
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
