// GET /api/sports/{sportKey}?endpoint=events|scores[&eventId=]: the games of a sport or league, or one of them.
import { z } from 'zod'
import { Id } from '#domain/values.ts'
import { ErrorReply, type Game, Games } from '#services/contract/contract.ts'
import { ofGames } from '../../consistency/board-reads.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { CachedReply, sendCached } from '../../http/replies/cached-reply.ts'
import type { ResponseCache } from '../../http/replies/response-cache.ts'
import type { Services } from '../../services.ts'

type Missing = 'event_missing' | 'scores_missing'

export function listGames(app: Api, services: Services, lists: ResponseCache): void {
  const { board, catalog, queues } = services
  const { config, preHandler } = ofGames(services)
  const leagues = new Set(catalog.flatMap((family) => family.leagues.map((league) => league.key)))
  const keys = new Set([...catalog.map((family) => family.key), ...leagues])

  /** Asks the provider about a game that we do not have, which is possible only by league. */
  async function fallenBackOn(league: string, eventId: string, missing: Missing): Promise<Game> {
    if (!leagues.has(league) || board.hides(league)) throw new ApiError(missing)
    const found = await board.fallback(league, eventId)
    if (found.kind === 'game') return found.game
    if (found.kind === 'failed') {
      const error = `Fallback failed: scores=${found.scores}, odds=${found.odds}`
      throw new ApiError('fallback_failed', { error })
    }
    const game = found.kind === 'known' ? await board.loadGame(found.fixture) : null
    if (game === null) throw new ApiError(found.kind === 'unscored' ? 'scores_missing' : missing)
    return game
  }

  async function oneGame(sportKey: string, eventId: string, missing: Missing, load: () => Promise<Game>) {
    if (!Id.safeParse(eventId).success) throw new ApiError(missing)
    const game = board.game(eventId) ?? (await load())
    if (game.sport !== sportKey && game.league_key !== sportKey) throw new ApiError(missing)
    return game
  }

  app.get(
    '/api/sports/:sportKey',
    {
      schema: {
        summary: 'Games of a sport or a league, with prices and scores; one of them with eventId',
        tags: ['sports'],
        params: z.object({ sportKey: z.string().max(100) }),
        querystring: z.object({
          endpoint: z.enum(['events', 'scores']).default('events'),
          eventId: z.string().max(100).optional(),
        }),
        response: { 200: Games, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { ...config, failure: 'events_failed' },
      preHandler,
    },
    async (request, reply) => {
      const { sportKey } = request.params
      const { endpoint, eventId } = request.query
      if (eventId !== undefined) {
        const missing = endpoint === 'scores' ? 'scores_missing' : 'event_missing'
        const load = () =>
          queues.run(
            'reads',
            request,
            async () => (await board.loadGame(eventId)) ?? (await fallenBackOn(sportKey, eventId, missing)),
          )
        const game = await oneGame(sportKey, eventId, missing, load)
        board.watch(game.id)
        return queues.run('lists', request, () => sendCached(request, reply, new CachedReply(JSON.stringify([game]))))
      }
      // nothing is cached under made-up names
      if (board.hides(sportKey)) throw new ApiError('sport_missing')
      if (!keys.has(sportKey) && board.gamesOf(sportKey).length === 0) throw new ApiError('sport_missing')
      return queues.run('lists', request, async () => {
        const list = lists.games(`of ${sportKey}`, () => board.gamesOf(sportKey))
        return sendCached(request, reply, list)
      })
    },
  )
}
