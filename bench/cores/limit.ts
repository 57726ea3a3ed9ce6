// What limits a product to its number of bets per second, from what was measured under load.
import type { Work } from '../accounting/tally.ts'

/**
 * `busyCores`: of the whole machine. `work`: milliseconds by part. `processes`: how many a part has, if several.
 * `waits`: what the backends that append were waiting for, in `looks` looks.
 */
export type Seen = {
  readonly cores: number
  readonly seconds: number
  readonly busyCores: number
  readonly work: Work
  readonly processes: Readonly<Record<string, number>>
  readonly waits: Readonly<Record<string, number>>
  readonly looks: number
}

/** From here on, a core (or all of them) counts as used up: some of it goes to the system's own work. */
const USED_UP = 0.9
/** From here on, a thread that does one thing at a time makes others wait. */
const THREAD_USED_UP = 0.85
/** Parts whose work is on one thread. */
const SINGLE = ['api', 'client', 'projector', 'append', 'server']
const OFTEN = 0.3

/** How much of a core each process of a part uses. */
export const coresOf = ({ work, seconds, processes }: Seen, part: string): number =>
  (work[part] ?? 0) / 1_000 / seconds / (processes[part] ?? 1)

export function limitOf(seen: Seen): string {
  const { cores, seconds, busyCores, work, waits, looks } = seen
  if (busyCores >= USED_UP * cores) {
    const all = Object.values(work).reduce((sum, ms) => sum + ms, 0)
    const most = Object.entries(work).toSorted(([, one], [, other]) => other - one)
    const named = most.slice(0, 4).map(([part, ms]) => `${part} ${Math.round((ms / all) * 100)} %`)
    const others = Math.max(0, busyCores - all / 1_000 / seconds)
    return (
      `the processors: ${busyCores.toFixed(1)} of ${cores} cores are at work, ${others.toFixed(1)} of them for others than ` +
      `the product and its load (${named.join(', ')})`
    )
  }
  const thread = SINGLE.map((part) => [part, coresOf(seen, part)] as const).toSorted(
    ([, one], [, other]) => other - one,
  )[0]!
  if (thread[1] >= THREAD_USED_UP)
    return `${thread[0]}: its one thread works ${Math.round(thread[1] * 100)} % of the time`
  const [wait, times] = Object.entries(waits).toSorted(([, one], [, other]) => other - one)[0] ?? ['', 0]
  const share = `${Math.round((times / Math.max(1, looks)) * 100)} % of the time`
  if (times < OFTEN * looks) return 'latency: nothing is used up, and nothing is waited for often'
  if (wait.startsWith('IO:')) return `the disk: an append waits for it (${wait}) ${share}`
  if (wait.startsWith('Client:')) return `latency: Postgres waits for the next append (${wait}) ${share}`
  return `a lock: an append waits for it (${wait}) ${share}`
}
