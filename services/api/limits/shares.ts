// What one account, or one address, may have of this process: placing and reading take turns, so that nobody's work
// stands behind all the work of somebody else. Streams have limits of their own.
import type { FastifyRequest } from 'fastify'
import { type Config, readConfig } from '#services/platform/config.ts'
import type { Api } from '../http/api.ts'
import { ApiError } from '../http/errors.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { networkOf } from './network.ts'

/**
 * `bets`: commands of bettors, begun at once. `reads`: what may have to wait for the database. `lists`: what is answered
 * from memory, for anybody. `bodies`: large ones, before they are parsed.
 */
export type Share = 'bets' | 'reads' | 'lists' | 'bodies'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call takes turns with others of its kind, by account or, where nobody is signed in, by address. */
    share?: Share
  }
}

export type ShareLimits = Pick<Config, 'BETS_AT_ONCE' | 'READS_AT_ONCE' | 'CALLS_WAITING' | 'CALLS_PER_ADDRESS'>

export type Shares = {
  /** Runs `work` in its turn. Throws ApiError too_many_requests, and what `work` throws. */
  within<Result>(share: Share, request: FastifyRequest, work: () => Promise<Result>): Promise<Result>
  close(): void
}

const WAIT_MS = 10_000

/** `limits`: by default those of the settings' defaults. */
export function createShares(limits: ShareLimits = readConfig({}), waitMs = WAIT_MS): Shares {
  const { CALLS_PER_ADDRESS: addressMax, CALLS_WAITING: waitingMax } = limits
  const fromMemory = { atOnce: 1, waitingMax, waitMs, paced: true }
  const queues: Record<Share, FairQueue> = {
    bets: createFairQueue({ atOnce: limits.BETS_AT_ONCE, waitingMax, waitMs, paced: false }),
    reads: createFairQueue({ atOnce: limits.READS_AT_ONCE, waitingMax, waitMs, paced: true }),
    lists: createFairQueue(fromMemory),
    bodies: createFairQueue(fromMemory),
  }
  /** Calls under way or waiting, by address. */
  const underWay = new Map<string, number>()

  return {
    async within(share, request, work) {
      const network = networkOf(request.ip)
      const others = underWay.get(network) ?? 0
      if (others >= addressMax) throw new ApiError('too_many_requests', { retryAfterS: 1 })
      underWay.set(network, others + 1)
      try {
        const caller = request.session?.accountId ?? network
        const queue = queues[share]
        const turn = queue.enter(caller, () => request.raw.socket.destroyed)
        if (turn !== null) await turn
        const begun = performance.now()
        try {
          return await work()
        } finally {
          queue.leave(caller, performance.now() - begun)
        }
      } finally {
        const left = underWay.get(network)! - 1
        if (left === 0) underWay.delete(network)
        else underWay.set(network, left)
      }
    },
    close() {
      for (const queue of Object.values(queues)) queue.close()
    },
  }
}

/** Every call with a `share` that is added to `routes` from here on. */
export function shareWork(routes: Api, shares: Shares): void {
  routes.addHook('onRoute', (route) => {
    const { handler, config } = route
    const share = config?.share
    if (share === undefined) return
    route.handler = function (request, reply) {
      return shares.within(share, request, async () => handler.call(this, request, reply))
    }
  })
}
