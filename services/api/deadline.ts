// Every command is answered within 20 seconds, whatever the store does: after that its outcome is not known here, and
// the same request again, with the same key, finds out.
import { ApiError } from './errors.ts'

const ANSWER_MS = 17_000
/** One timer for all requests: a timer for each would cost more than it is worth. */
const LOOK_EVERY_MS = 500

type Waiting = { readonly until: number; readonly giveUp: (error: ApiError) => void }

export type Deadline = {
  /** What `work` answers, or ApiError outcome_unknown after 17 s: with a price to wait for before, it stays below 20. */
  within<Result>(work: Promise<Result>): Promise<Result>
  close(): void
}

export function createDeadline(answerMs = ANSWER_MS): Deadline {
  const waiting = new Set<Waiting>()
  const timer = setInterval(() => {
    const now = performance.now()
    // in order of arrival, and all wait equally long
    for (const one of waiting) {
      if (one.until > now) break
      waiting.delete(one)
      one.giveUp(new ApiError('outcome_unknown'))
    }
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    within: (work) =>
      new Promise((resolve, reject) => {
        const one = { until: performance.now() + answerMs, giveUp: reject }
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
