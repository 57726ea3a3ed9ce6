// GET /api/sports: the catalog, or with ?upcoming=true the games that have not started.
import { z } from 'zod'
import { ErrorReply, type Game, Games, Sports } from '../contract.ts'
import { sendJson } from '../json-body.ts'
import type { KeptLists } from '../kept-lists.ts'
import { Flag } from '../query.ts'
import type { Api } from '../server.ts'
import type { Services } from '../services.ts'

/** Games most bet on that are listed as such. */
const TRENDY_MAX = 20

export function listSports(app: Api, { board, reads, catalog }: Services, lists: KeptLists): void {
  async function trendy(): Promise<Game[]> {
    const bets = await reads.bets.openBetsByFixture()
    const wanted = board.upcoming().filter((game) => game.odds !== undefined)
    const count = (game: Game) => bets.get(game.id) ?? 0
    // the sort is stable: among equals the order stays that of upcoming games
    return wanted.sort((a, b) => count(b) - count(a)).slice(0, TRENDY_MAX)
  }

  app.get(
    '/api/sports',
    {
      schema: {
        summary: 'Sports and their leagues; upcoming games with ?upcoming=true, the most bet on with &trendy=true',
        tags: ['sports'],
        querystring: z.object({ upcoming: Flag, trendy: Flag }),
        response: { 200: z.union([Sports, Games]), '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: { failure: 'events_failed' },
    },
    async (request, reply) => {
      if (!request.query.upcoming) return catalog
      if (request.query.trendy) return trendy()
      return sendJson(
        reply,
        lists.json('upcoming', () => board.upcoming()),
      )
    },
  )
}
