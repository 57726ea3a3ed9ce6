// GET /api/sports: the catalog; with ?upcoming=true the games that have not started, with ?gamesOfDay=true the games of
// the day.
import { z } from 'zod'
import { ErrorReply, type Game, Games, Sports } from '#services/contract/contract.ts'
import { ofGames } from '../../consistency/board-reads.ts'
import type { Api } from '../../http/api.ts'
import { Flag } from '../../http/query.ts'
import { CachedReply, sendCached } from '../../http/replies/cached-reply.ts'
import type { ResponseCache } from '../../http/replies/response-cache.ts'
import { type BetCounts, createBetCounts } from '../../reads/bet-counts.ts'
import type { Services } from '../../services.ts'

/** How many of the games with the most bets are listed. */
const TRENDY_MAX = 20

export function listSports(app: Api, services: Services, lists: ResponseCache): void {
  const { board, reads, catalog, queues } = services
  const { config, preHandler } = ofGames(services)
  const countBets = createBetCounts(() => reads.offer.betsOn(board.upcoming().map(({ id }) => id)))

  const offeredFamilies = () =>
    catalog.map(({ leagues, ...family }) => ({ ...family, leagues: leagues.filter(({ key }) => !board.hides(key)) }))
  let families = new CachedReply(JSON.stringify(offeredFamilies()))
  board.onOffer(() => {
    families = new CachedReply(JSON.stringify(offeredFamilies()))
  })

  function trendy(bets: BetCounts): Game[] {
    const priced = board.upcoming().filter((game) => game.odds !== undefined)
    const count = (game: Game) => bets.get(game.id) ?? 0
    // the sort is stable: ties stay in the order of upcoming games
    return priced.sort((a, b) => count(b) - count(a)).slice(0, TRENDY_MAX)
  }

  app.get(
    '/api/sports',
    {
      schema: {
        summary:
          'Sports and their leagues; ?upcoming=true: upcoming games, with &trendy=true the most bet on; ?gamesOfDay=true: Games of the Day',
        tags: ['sports'],
        querystring: z.object({ upcoming: Flag, trendy: Flag, gamesOfDay: Flag }),
        response: { 200: z.union([Sports, Games]), '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { ...config, failure: 'events_failed' },
      preHandler,
    },
    async (request, reply) => {
      const { upcoming, trendy: mostBetOn, gamesOfDay } = request.query
      // not queued, because it may take a while and other lists must not wait for it
      const bets = upcoming && mostBetOn ? await countBets() : null
      return queues.run('lists', request, async () => {
        if (gamesOfDay)
          return sendCached(
            request,
            reply,
            lists.games('of the day', () => board.gamesOfTheDay()),
          )
        if (!upcoming) return sendCached(request, reply, families)
        const list =
          bets === null ? lists.games('upcoming', () => board.upcoming()) : lists.games('trendy', () => trendy(bets))
        return sendCached(request, reply, list)
      })
    },
  )
}
