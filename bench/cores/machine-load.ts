// How many cores of the machine are at work, whoever's work it is, as Linux counts it.
import { readFileSync } from 'node:fs'

const TICK_MS = 10

/** Ticks so far, of the first line of /proc/stat. What a host takes for others is not there to be used. */
export function busyIn(text: string): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = text
    .split('\n')[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return user + nice + system + irq + softirq + steal
}

/** Starts to count; the answer tells how many cores were at work since, on average. */
export function watchMachine(): () => number {
  const ticks = () => busyIn(readFileSync('/proc/stat', 'utf8'))
  const before = ticks()
  const begin = performance.now()
  return () => ((ticks() - before) * TICK_MS) / (performance.now() - begin)
}
