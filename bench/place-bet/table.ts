// The placed bets as lines for people: each subject with the parts of its work, and the ratios that the product is
// judged by.
import type { Work } from '../accounting/tally.ts'
import type { Placed } from './rounds.ts'
import type { SubjectName } from './subject.ts'

/** On the way of a bet. */
const PROCESSES = ['api', 'settler', 'projector', 'server']
const BACKENDS = ['append', 'queries', 'fold', 'statements']
/** Work by the second rather than by the bet: polls, sweeps, signing, and what Postgres does by itself. */
const BESIDE = ['notary', 'worker', 'rest']
const BASELINES = ['equal-work', 'transaction', 'statement'] as const

const sum = (work: Work, parts: readonly string[]): number => parts.reduce((all, part) => all + (work[part] ?? 0), 0)

/** The cost of a bet to whoever runs the subject: without the load client, and without periodic work. */
export const sideUs = (work: Work): number => sum(work, [...PROCESSES, ...BACKENDS])
const allUs = (work: Work): number => sideUs(work) + sum(work, BESIDE)

const number = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1))
const times = (over: number, under: number): string => `${(over / under).toFixed(2)}x`

/** The parts of a side, the periodic work, and the load client if there is one. */
export function parts(work: Work | null): string {
  if (work === null) return 'the system does not say who worked'
  const named = (names: readonly string[]) =>
    names.flatMap((name) => (work[name] === undefined ? [] : [`${name} ${Math.round(work[name])}`])).join(', ')
  const client = work.client === undefined ? '' : `; client ${Math.round(work.client)}`
  return (
    `${Math.round(sideUs(work))} us: ${named(PROCESSES)}, Postgres ${Math.round(sum(work, BACKENDS))} ` +
    `(${named(BACKENDS)}); beside it ${named(BESIDE)}${client}`
  )
}

/** The rows for one number of clients on one disk. */
function placedLines(rows: readonly Placed[]): string[] {
  const of = (name: SubjectName) => rows.find(({ subject }) => subject === name)
  const own = of('fairbook')
  const lines = rows.map(
    ({ subject, perSecond, p99Ms, partUs }) =>
      `    ${subject.padEnd(12)}${number(perSecond).padStart(8)}/s, p99 ${number(p99Ms).padStart(6)} ms   ${parts(partUs)}`,
  )
  for (const name of BASELINES) {
    const other = of(name)
    if (own === undefined || other === undefined) continue
    const work =
      own.partUs === null || other.partUs === null
        ? ''
        : `, processor time ${times(sideUs(own.partUs), sideUs(other.partUs))} ` +
          `(${times(allUs(own.partUs), allUs(other.partUs))} with what works beside it)`
    lines.push(
      `    fairbook / ${name.padEnd(12)}${times(own.perSecond, other.perSecond)} per second, ` +
        `p99 ${times(own.p99Ms, other.p99Ms)}${work}`,
    )
  }
  return lines
}

/** `title`: of the run, such as the disk. */
export function placedTable(title: string, rows: readonly Placed[]): string {
  const levels = [...new Set(rows.map(({ clients }) => clients))]
  const lines = levels.flatMap((clients) => [
    `  ${clients} ${clients === 1 ? 'client' : 'clients'}`,
    ...placedLines(rows.filter((row) => row.clients === clients)),
  ])
  return [`${title} (medians; microseconds of a processor for a bet, by part)`, ...lines].join('\n')
}
