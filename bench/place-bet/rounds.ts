// Places bets on every subject in turn, and measures the rate, the latency and the work of each part.
import type { Pick as BetPick } from '#tests/bets.ts'
import type { Backends } from '../accounting/backends.ts'
import { measureWork } from '../accounting/measure-work.ts'
import { microsecondsEach, type Work } from '../accounting/tally.ts'
import { load, median, type Run } from '../load.ts'
import type { Subject, SubjectName } from './subject.ts'

/** A rate counts only if the read models are at most this far behind when the load ends. */
const BEHIND_MAX_S = 2
/** A run with a refusal does not count, and is repeated: a game may have begun, or a price moved. */
const ATTEMPTS = 3
/**
 * First until a server's code is compiled and its plans are made; then briefly before each number of clients, for its
 * connections.
 */
const WARM_UP = { clients: 64, bets: 6_000, secondsMax: 30, secondsEach: 1 }

/** `partUs`: what each part worked per bet, in microseconds; null if the system does not say. */
export type Placed = {
  readonly subject: SubjectName
  readonly clients: number
  readonly perSecond: number
  readonly p99Ms: number
  readonly partUs: Work | null
}

export type Rounds = {
  readonly subjects: readonly Subject[]
  readonly clients: number
  readonly rounds: number
  readonly seconds: number
  readonly backends: Backends
  /** Distinguishes this run from others. */
  readonly name: string
  picks(): Promise<readonly BetPick[]>
  print(line: string): void
}

type Counted = { readonly run: Run; readonly partUs: Work | null }

/** Medians of the runs that counted. A subject without any is left out, and the process then ends with 1. */
export async function placeBets(options: Rounds): Promise<Placed[]> {
  const { subjects, clients, rounds } = options
  const counted = new Map(subjects.map(({ name }) => [name, [] as Counted[]]))
  for (const subject of subjects) await placeUncounted(subject, options, clients, WARM_UP.secondsEach)
  for (let round = 0; round < rounds; round++) {
    // so that no subject always comes after the same other one
    const first = round % subjects.length
    for (const subject of [...subjects.slice(first), ...subjects.slice(0, first)]) {
      const done = await untilCounted(subject, round, options)
      if (done !== null) counted.get(subject.name)!.push(done)
    }
  }
  return [...counted].flatMap(([subject, runs]) => {
    if (runs.length > 0) return [{ subject, clients, ...medians(runs) }]
    options.print(`    no run of ${subject} counted at ${clients} clients`)
    process.exitCode = 1
    return []
  })
}

/** Once, before anything is measured on it. */
export async function warmUp(subject: Subject, options: Pick<Rounds, 'picks'>): Promise<void> {
  let placed = 0
  for (const end = performance.now() + WARM_UP.secondsMax * 1_000; placed < WARM_UP.bets && performance.now() < end; )
    placed += await placeUncounted(subject, options, WARM_UP.clients, 1)
}

let uncounted = 0
async function placeUncounted(
  { prepare, request, origin, catchUp }: Subject,
  { picks }: Pick<Rounds, 'picks'>,
  clients: number,
  seconds: number,
): Promise<number> {
  const offered = await picks()
  await prepare?.(offered)
  const { accepted } = await load(origin, clients, seconds, request(offered, `warm-${uncounted++}`))
  await catchUp?.()
  return accepted
}

async function untilCounted(subject: Subject, round: number, options: Rounds): Promise<Counted | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const done = await placeOnce(subject, `${options.name}-${options.clients}-${round}-${attempt}`, options)
    if (done !== null) return done
  }
  return null
}

async function placeOnce(subject: Subject, name: string, options: Rounds): Promise<Counted | null> {
  const { clients, seconds, backends, print } = options
  const picks = await options.picks()
  await subject.prepare?.(picks)
  const { done, work } = await measureWork(subject.parts, backends, async () => {
    const run = await load(subject.origin, clients, seconds, subject.request(picks, name))
    return { run, behind: (await subject.catchUp?.()) ?? null }
  })
  const { run, behind } = done
  const late = behind === null ? '' : `, read models ${behind.toFixed(2)} s behind at the end`
  print(`    ${subject.name} ${Math.round(run.perSecond)}/s at ${clients} clients${late}`)
  if (run.refused > 0) {
    print(`    does not count: ${run.refused} were refused, the first with ${run.firstRefusal}`)
    return null
  }
  if (behind !== null && behind > BEHIND_MAX_S) {
    print('    does not count: the projector was too far behind')
    return null
  }
  return { run, partUs: work && microsecondsEach(work, run.accepted) }
}

function medians(runs: readonly Counted[]) {
  const parts = [...new Set(runs.flatMap(({ partUs }) => Object.keys(partUs ?? {})))]
  const middle = (part: string) => median(runs.map(({ partUs }) => partUs?.[part] ?? 0))
  return {
    perSecond: median(runs.map(({ run }) => run.perSecond)),
    p99Ms: median(runs.map(({ run }) => run.p99Ms)),
    partUs: parts.length === 0 ? null : Object.fromEntries(parts.map((part) => [part, middle(part)])),
  }
}
