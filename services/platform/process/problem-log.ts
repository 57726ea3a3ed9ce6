// How a process reports its problems: a lost connection in one line, a bug with its stack, and neither over and over. A
// Postgres that restarts breaks dozens of connections at once, and fails every tick until it is back.
import { ExpectedError, lineOf } from '../errors.ts'
import { isTransient } from './transient-errors.ts'

export type ProblemLog = (problem: unknown) => void

type Output = { readonly write: (text: string) => void; readonly now: () => number }

/** A repeated problem is reported again after this long, with how often it occurred meanwhile. */
const REPEAT_AFTER_MS = 30_000
const MAX_REMEMBERED = 200

const toStderr: Output = { write: (text) => void process.stderr.write(text), now: () => performance.now() }

/** Strings are reported as they are, after the name; `name` is the process's. */
export function createProblemLog(name: string, { write, now }: Output = toStderr): ProblemLog {
  const reported = new Map<string, { at: number; repeats: number }>()

  return (problem) => {
    const text = describe(problem)
    const key = kindOf(text)
    const previous = reported.get(key)
    const at = now()
    if (previous !== undefined && at - previous.at < REPEAT_AFTER_MS) {
      previous.repeats += 1
      return
    }
    const repeats = previous?.repeats ?? 0
    const suffix = repeats === 0 ? '' : ` (repeated ${repeats} times since the last report)`
    reported.delete(key)
    reported.set(key, { at, repeats: 0 })
    if (reported.size > MAX_REMEMBERED) reported.delete(reported.keys().next().value!)
    write(`${name}: ${text}${suffix}\n`)
  }
}

/** A job that the queue server lost, or gave to another worker meanwhile, as BullMQ puts it. */
const HANDLED_ELSEWHERE =
  /Missing (key|lock) for job|could not renew lock for job|job stalled more than allowable limit/

const isExpected = (problem: unknown): boolean =>
  isTransient(problem) ||
  problem instanceof ExpectedError ||
  (problem instanceof Error && HANDLED_ELSEWHERE.test(problem.message))

function describe(problem: unknown): string {
  if (isExpected(problem)) return `${lineOf(problem).replace(/\.$/, '')}; retrying`
  return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)
}

/** The same problem with another job, port or fixture is the same problem. */
const kindOf = (text: string): string => text.replace(/[0-9a-f]{8,}|\d+/gi, '#')
