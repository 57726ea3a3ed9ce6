// Limits how much of this process one account, or one address, may use at a time. Each kind of request has a fair
// queue, so that nobody waits behind all the work of somebody else. Streams have limits of their own.
import type { FastifyRequest } from 'fastify'
import { type Config, readConfig } from '#services/platform/config.ts'
import type { Api } from '../http/api.ts'
import { ApiError } from '../http/errors/errors.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { networkOf } from './network.ts'

/**
 * `bets`: bettors' commands, started at once. `reads`: requests that may wait for the database. `lists`: public replies
 * from memory. `bodies`: parsing large bodies.
 */
export type QueueName = 'bets' | 'reads' | 'lists' | 'bodies'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The queue for this route's requests, by account, or by address if nobody is signed in. */
    queue?: QueueName
  }
}

export type QueueLimits = Pick<Config, 'BETS_AT_ONCE' | 'READS_AT_ONCE' | 'CALLS_WAITING' | 'CALLS_PER_ADDRESS'>

export type RequestQueues = {
  /** Runs `work` when the queue admits it. Throws ApiError too_many_requests, and what `work` throws. */
  run<Result>(queue: QueueName, request: FastifyRequest, work: () => Promise<Result>): Promise<Result>
  close(): void
}

const WAIT_MS = 10_000

/** `limits`: the defaults of the settings unless given. */
export function createRequestQueues(limits: QueueLimits = readConfig({}), waitMs = WAIT_MS): RequestQueues {
  const { CALLS_PER_ADDRESS: addressMax, CALLS_WAITING: waitingMax } = limits
  const fromMemory = { atOnce: 1, waitingMax, waitMs, paced: true }
  const queues: Record<QueueName, FairQueue> = {
    bets: createFairQueue({ atOnce: limits.BETS_AT_ONCE, waitingMax, waitMs, paced: false }),
    reads: createFairQueue({ atOnce: limits.READS_AT_ONCE, waitingMax, waitMs, paced: true }),
    lists: createFairQueue(fromMemory),
    bodies: createFairQueue(fromMemory),
  }
  /** Number of requests running or waiting, by address. */
  const inFlight = new Map<string, number>()

  return {
    async run(name, request, work) {
      const network = networkOf(request.ip)
      const others = inFlight.get(network) ?? 0
      if (others >= addressMax) throw new ApiError('too_many_requests', { retryAfterS: 1 })
      inFlight.set(network, others + 1)
      try {
        const caller = request.session?.accountId ?? network
        const queue = queues[name]
        const admitted = queue.enter(caller, () => request.raw.socket.destroyed)
        if (admitted !== null) await admitted
        const begun = performance.now()
        try {
          return await work()
        } finally {
          queue.leave(caller, performance.now() - begun)
        }
      } finally {
        const left = inFlight.get(network)! - 1
        if (left === 0) inFlight.delete(network)
        else inFlight.set(network, left)
      }
    },
    close() {
      for (const queue of Object.values(queues)) queue.close()
    },
  }
}

/** Queues the requests of every route with a `queue` that is added to `routes` from here on. */
export function queueRequests(routes: Api, queues: RequestQueues): void {
  routes.addHook('onRoute', (route) => {
    const { handler, config } = route
    const queue = config?.queue
    if (queue === undefined) return
    route.handler = function (request, reply) {
      return queues.run(queue, request, async () => handler.call(this, request, reply))
    }
  })
}
