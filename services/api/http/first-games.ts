// The page of / with the games of its first screen in it, so that they are painted without waiting for a call.
import type { FirstGames } from '#services/contract/contract.ts'
import type { Services } from '../services.ts'
import { CachedReply } from './replies/cached-reply.ts'
import type { ResponseCache } from './replies/response-cache.ts'

export const PAGE_TYPE = 'text/html; charset=utf-8'
/** How old the time in the page may be. */
const MAX_AGE_MS = 1_000
const END_OF_PAGE = '</body>'

type Sources = Pick<Services, 'board' | 'clock' | 'hub'>

/**
 * Returns a function that gives the current page. It is built again only when a second has passed or a game has
 * changed.
 */
export function withFirstGames(page: string, { board, clock, hub }: Sources, lists: ResponseCache): () => CachedReply {
  const end = page.lastIndexOf(END_OF_PAGE)
  const [before, after] = end < 0 ? [page, ''] : [page.slice(0, end), page.slice(end)]
  let written: { readonly reply: CachedReply; readonly live: CachedReply; readonly day: CachedReply } | null = null
  let until = 0

  return () => {
    // read first, so that a change in between is sent twice rather than never
    const since = hub.lastId
    const live = lists.games('live', () => board.live())
    const day = lists.games('of the day', () => board.gamesOfTheDay())
    const now = performance.now()
    if (written !== null && until > now && written.live === live && written.day === day) return written.reply
    const head: Omit<FirstGames, 'live' | 'gamesOfTheDay'> = {
      at: clock.systemNow().getTime(),
      clock: { now: clock.businessNow().toISOString(), speed: clock.speed },
      since,
    }
    const json = `${JSON.stringify(head).slice(0, -1)},"live":${live.bytes},"gamesOfTheDay":${day.bytes}}`
    const island = `<script type="application/json" id="first-games">${inScript(json)}</script>`
    written = { reply: new CachedReply(before + island + after, PAGE_TYPE), live, day }
    until = now + MAX_AGE_MS
    return written.reply
  }
}

/** JSON that cannot close the script element: `<` occurs only in its strings, where it can be escaped. */
const inScript = (json: string): string => json.replaceAll('<', '\\u003c')
