// How a process reports its problems: a lost connection without a stack, a bug with its stack, and neither over and
// over. A Postgres that restarts breaks dozens of connections at once, and fails every tick until it is back.
import { ExpectedError, lineOf } from '../errors.ts'
import { loggedError } from '../logging/logged-error.ts'
import type { createLogger } from '../logging/logger.ts'
import { isTransient } from './transient-errors.ts'

export type ProblemLog = (problem: unknown) => void

type Logger = Pick<ReturnType<typeof createLogger>, 'warn' | 'error'>

/** A repeated problem is reported again after this long, with how often it occurred meanwhile. */
const REPEAT_AFTER_MS = 30_000
const MAX_REMEMBERED = 200

/** Strings are reported as they are; `now`: monotonic milliseconds. */
export function createProblemLog(logger: Logger, now: () => number = () => performance.now()): ProblemLog {
  const reported = new Map<string, { at: number; repeats: number }>()

  return (problem) => {
    const text = lineOf(problem)
    const expected = isExpected(problem)
    const fault = problem instanceof Error && !expected ? problem : null
    const key = kindOf(fault?.stack ?? text)
    const previous = reported.get(key)
    const at = now()
    if (previous !== undefined && at - previous.at < REPEAT_AFTER_MS) {
      previous.repeats += 1
      return
    }
    const repeats = previous?.repeats ?? 0
    reported.delete(key)
    reported.set(key, { at, repeats: 0 })
    if (reported.size > MAX_REMEMBERED) reported.delete(reported.keys().next().value!)
    const found = repeats > 0 ? { repeated: repeats } : {}
    if (fault !== null) logger.error({ ...found, err: fault }, text)
    else logger.warn({ ...found, ...codeOf(problem) }, expected ? `${text.replace(/\.$/, '')}; retrying` : text)
  }
}

/** A job that the queue server lost, or gave to another worker meanwhile, as BullMQ puts it. */
const HANDLED_ELSEWHERE =
  /Missing (key|lock) for job|Lock mismatch for job|is not in the active state|could not renew lock for job|job stalled more than allowable limit/

const isExpected = (problem: unknown): boolean =>
  isTransient(problem) ||
  problem instanceof ExpectedError ||
  (problem instanceof Error && HANDLED_ELSEWHERE.test(problem.message))

function codeOf(problem: unknown): { code?: string } {
  const { code } = loggedError(problem)
  return code === undefined ? {} : { code }
}

/** Differences in job, port or fixture do not make it a different problem. */
const kindOf = (text: string): string => text.replace(/[0-9a-f]{8,}|\d+/gi, '#')
