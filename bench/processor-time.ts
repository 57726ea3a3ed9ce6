// How long processes were on a processor, as Linux counts it: unlike wall-clock time, this does not depend on what else
// the machine was doing.
import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds so far, of all threads of these processes that still exist; null if the system does not say. */
export function processorMs(pids: readonly number[]): number | null {
  try {
    readFileSync('/proc/self/schedstat')
  } catch {
    return null
  }
  let nanoseconds = 0
  for (const pid of pids) for (const thread of threadsOf(pid)) nanoseconds += nanosecondsOf(thread)
  return nanoseconds / 1e6
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`)
  } catch {
    return []
  }
}

/** The first of three numbers; 0 if the thread has ended meanwhile. */
function nanosecondsOf(thread: string): number {
  try {
    return Number.parseInt(readFileSync(`${thread}/schedstat`, 'utf8'), 10)
  } catch {
    return 0
  }
}
