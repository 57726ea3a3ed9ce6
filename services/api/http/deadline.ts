// Every request is answered within 20 seconds, whatever the database does. A command's outcome is then reported as
// unknown, and the same request with the same key will find it out; a read is refused and may be repeated.
import { createBag } from '#services/platform/bag.ts'
import type { Api } from './api.ts'
import { ApiError } from './errors/errors.ts'

/** Counted from the arrival of the request, which may have waited for its session or a price before its command. */
const DEADLINE_MS = 19_000
/** One timer for all requests, because one each would be expensive. */
const CHECK_EVERY_MS = 500

declare module 'fastify' {
  interface FastifyReply {
    /** When the request arrived, in monotonic milliseconds. */
    arrivedAt: number
  }
}

/** The error code for a late request: it may have changed something, or it cannot have. */
type DeadlinePassed = 'outcome_unknown' | 'unavailable'
type Reply = { readonly arrivedAt: number; readonly sent: boolean }
type Waiting = { readonly reply: Reply; readonly late: DeadlinePassed; readonly reject: (error: ApiError) => void }

export type Deadline = {
  /** The result of `work`, or ApiError `late` if there is none 19 s after the request arrived. */
  within<Result>(reply: Reply, late: DeadlinePassed, work: Promise<Result>): Promise<Result>
  close(): void
}

export function createDeadline(answerMs = DEADLINE_MS): Deadline {
  const waiting = createBag<Waiting>()
  const timer = setInterval(() => {
    const expired = performance.now() - answerMs
    for (const { reply, late, reject } of waiting.items()) {
      if (reply.arrivedAt > expired) continue
      // a client that is still reading its reply has been answered
      if (!reply.sent) reject(new ApiError(late, late === 'unavailable' ? { retryAfterS: 1 } : {}))
    }
  }, CHECK_EVERY_MS)
  timer.unref()
  return {
    within: (reply, late, work) =>
      new Promise((resolve, reject) => {
        const one = waiting.add({ reply, late, reject })
        work.then(
          (result) => {
            waiting.remove(one)
            resolve(result)
          },
          (error) => {
            waiting.remove(one)
            reject(error)
          },
        )
      }),
    close: () => clearInterval(timer),
  }
}

/** Applies the deadline to every route that is added to `routes` from here on. */
export function answerInTime(routes: Api, deadline: Deadline): void {
  routes.addHook('onRoute', (route) => {
    const { handler, method } = route
    const late = method === 'POST' ? 'outcome_unknown' : 'unavailable'
    route.handler = function (request, reply) {
      return deadline.within(reply, late, Promise.resolve(handler.call(this, request, reply)))
    }
  })
}
