// What a process tells of its problems: a lost connection in one line, a fault of ours with its stack, and neither again
// and again. A Postgres that restarts breaks dozens of connections at once, and every tick until it is back.
import { ExpectedError } from '../errors.ts'
import { isTransient, lineOf } from './transient-errors.ts'

export type ProblemLog = (problem: unknown) => void

type Output = { readonly write: (text: string) => void; readonly now: () => number }

/** A problem that was told is told again after so long, with how often it came meanwhile. */
const AGAIN_MS = 30_000
const REMEMBERED = 200

const toStderr: Output = { write: (text) => void process.stderr.write(text), now: () => performance.now() }

/** Texts are told as they are, after the name; `name` is the process's. */
export function createProblemLog(name: string, { write, now }: Output = toStderr): ProblemLog {
  const told = new Map<string, { at: number; since: number }>()

  return (problem) => {
    const text = describe(problem)
    const key = kindOf(text)
    const before = told.get(key)
    const at = now()
    if (before !== undefined && at - before.at < AGAIN_MS) {
      before.since += 1
      return
    }
    const often =
      before === undefined || before.since === 0 ? '' : ` (and ${before.since} times since it was said last)`
    told.delete(key)
    told.set(key, { at, since: 0 })
    if (told.size > REMEMBERED) told.delete(told.keys().next().value!)
    write(`${name}: ${text}${often}\n`)
  }
}

/** A job that the queues' server forgot, or gave to another worker meanwhile, as BullMQ puts it. */
const REPORTED_ELSEWHERE =
  /Missing (key|lock) for job|could not renew lock for job|job stalled more than allowable limit/

const isExpected = (problem: unknown): boolean =>
  isTransient(problem) ||
  problem instanceof ExpectedError ||
  (problem instanceof Error && REPORTED_ELSEWHERE.test(problem.message))

function describe(problem: unknown): string {
  if (isExpected(problem)) return `${lineOf(problem).replace(/\.$/, '')}; trying again`
  return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)
}

/** The same trouble with another job, port or fixture is the same trouble. */
const kindOf = (text: string): string => text.replace(/[0-9a-f]{8,}|\d+/gi, '#')
