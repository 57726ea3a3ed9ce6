// Every request is answered within 20 seconds, whatever the database does: after that the outcome of a command is not
// known here, and the same request again, with the same key, finds out. A read is refused, to be asked for again.
import { ApiError } from './errors/errors.ts'

/** Counted from when the request came in, since it may have waited for its session and for a price before its command. */
const DEADLINE_MS = 19_000
/** One timer for all requests: a timer for each would cost more than it is worth. */
const CHECK_EVERY_MS = 500

declare module 'fastify' {
  interface FastifyReply {
    /** When its request came in; monotonic milliseconds. */
    arrivedAt: number
  }
}

/** What a late request is told: whether it may have changed something. */
export type DeadlinePassed = 'outcome_unknown' | 'unavailable'
type Reply = { readonly arrivedAt: number; readonly sent: boolean }
type Waiting = { readonly reply: Reply; readonly late: DeadlinePassed; readonly giveUp: (error: ApiError) => void }

export type Deadline = {
  /** What `work` answers, or ApiError `late` where it takes until 19 s after the request came in. */
  within<Result>(reply: Reply, late: DeadlinePassed, work: Promise<Result>): Promise<Result>
  close(): void
}

export function createDeadline(answerMs = DEADLINE_MS): Deadline {
  const waiting = new Set<Waiting>()
  const timer = setInterval(() => {
    const overSince = performance.now() - answerMs
    for (const one of waiting) {
      const { reply, late, giveUp } = one
      if (reply.arrivedAt > overSince) continue
      waiting.delete(one)
      // a client that takes its answer slowly has been answered
      if (!reply.sent) giveUp(new ApiError(late, late === 'unavailable' ? { retryAfterS: 1 } : {}))
    }
  }, CHECK_EVERY_MS)
  timer.unref()
  return {
    within: (reply, late, work) =>
      new Promise((resolve, reject) => {
        const one = { reply, late, giveUp: reject }
        waiting.add(one)
        work.then(
          (result) => {
            waiting.delete(one)
            resolve(result)
          },
          (error) => {
            waiting.delete(one)
            reject(error)
          },
        )
      }),
    close: () => clearInterval(timer),
  }
}
