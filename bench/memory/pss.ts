// The memory of a process as Linux reports it: its own pages plus its proportional share of shared ones, so that a sum
// over processes counts each page once.
import { readFileSync } from 'node:fs'

/** In megabytes. `own`: in no other process. */
export type Memory = { readonly all: number; readonly own: number }

export const NO_MEMORY: Memory = { all: 0, own: 0 }
export const plus = (one: Memory, other: Memory): Memory => ({ all: one.all + other.all, own: one.own + other.own })

/** From the text of smaps_rollup. */
export function memoryIn(text: string): Memory {
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0)
  const own = kilobytes('Private_Clean') + kilobytes('Private_Dirty')
  return { all: kilobytes('Pss') / 1_024, own: own / 1_024 }
}

/** Null if the process has ended, or the system does not say. */
export function memoryOf(pid: number): Memory | null {
  try {
    return memoryIn(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
  } catch {
    return null
  }
}
