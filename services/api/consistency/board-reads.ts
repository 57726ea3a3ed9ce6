// Makes a public read of games wait until this process shows what the caller has already seen.
import type { FastifyRequest, preHandlerHookHandler } from 'fastify'
import { bearerToken, isOfTheDesk } from '../auth/authentication.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { inTime } from './in-time.ts'
import { requestedPosition } from './read-consistency.ts'

/** The read models that the board shows. */
const NEEDED = ['desk', 'fixtures', 'offer'] as const
/** Lists come from memory, and go on coming while Postgres does not answer. */
const SESSION_MS = 300
const BOARD_MS = 2_000

/** The options of a route that reads games, for `config` and as a hook. */
export const ofGames = (services: Services) => ({
  config: { bearer: 'optional', carries: ['X-Ledger-Position'] } as const,
  preHandler: awaitBoard(services),
})

/**
 * Waits for the request's X-Ledger-Position, and for what an admin wrote in the session of the request: what bettors
 * write changes no game.
 */
function awaitBoard({ board, deadline, freshness, queues, sessions }: Services): preHandlerHookHandler {
  async function wait(request: FastifyRequest): Promise<void> {
    const token = bearerToken(request)
    const session = token === null ? null : await inTime(sessions.find(token), SESSION_MS)
    const writer = session !== null && isOfTheDesk(session) ? session : null
    const position = requestedPosition(request)
    if (writer === null && position === undefined) return
    await queues.run('reads', request, async () => {
      await freshness.waitFor(NEEDED, position, writer)
      const isLate = (await inTime(board.caughtUp(), BOARD_MS)) === null
      if (isLate && position !== undefined) throw new ApiError('reads_behind', { retryAfterS: 1 })
    })
  }
  return (request, reply, done) => {
    const { authorization, 'x-ledger-position': position } = request.headers
    if (authorization === undefined && position === undefined) return done()
    deadline.within(reply, 'unavailable', wait(request)).then(() => done(), done)
  }
}
