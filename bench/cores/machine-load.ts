// How many cores of the machine are busy, with anybody's work, as Linux counts it.
import { readFileSync } from 'node:fs'

const TICK_MS = 10

/**
 * Busy ticks so far, from the first line of /proc/stat. Time that the host took for others does not count as available.
 */
export function busyIn(text: string): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = text
    .split('\n')[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return user + nice + system + irq + softirq + steal
}

/** Starts counting. The returned function gives the average number of busy cores since. */
export function watchMachine(): () => number {
  const ticks = () => busyIn(readFileSync('/proc/stat', 'utf8'))
  const before = ticks()
  const begin = performance.now()
  return () => ((ticks() - before) * TICK_MS) / (performance.now() - begin)
}
