// The memory of the whole product by process, at rest and under load, and its processor time at rest.
import { setTimeout as pause } from 'node:timers/promises'
import type { Backends } from '../accounting/backends.ts'
import { measureWork } from '../accounting/measure-work.ts'
import type { Accounted } from '../accounting/subjects.ts'
import type { Work } from '../accounting/tally.ts'
import { type Memory, memoryOf, NO_MEMORY, plus } from './pss.ts'

const LOOK_MS = 1_000
/** After this time, work left by the start has been done. */
const SETTLES_MS = 10_000

export type MemoryByProcess = Readonly<Record<string, Memory>>

/** `postmaster`: Postgres's first process. `supervisor`: the product's. */
export type WholeProduct = {
  readonly parts: Accounted
  readonly backends: Backends
  readonly postmaster: number
  readonly supervisor: number
}

export const sumOf = (memory: MemoryByProcess): Memory => Object.values(memory).reduce(plus, NO_MEMORY)

/** Leaves out others' backends; null if the system does not say. */
async function memoryNow({ parts, backends, postmaster, supervisor }: WholeProduct): Promise<MemoryByProcess | null> {
  if (memoryOf(process.pid) === null) return null
  const { owners, partOf } = parts
  const processes: [number, string][] = [...owners, [supervisor, 'supervisor'], [postmaster, 'Postgres']]
  for (const backend of await backends.list([...owners.keys()])) {
    if (partOf(backend) !== null) processes.push([backend.pid, 'Postgres'])
  }
  const found: Record<string, Memory> = {}
  for (const [pid, name] of processes) found[name] = plus(found[name] ?? NO_MEMORY, memoryOf(pid) ?? NO_MEMORY)
  return found
}

/** Memory at the moment at which the product takes the most while `run` runs. */
export async function mostMemory(product: WholeProduct, run: () => Promise<unknown>): Promise<MemoryByProcess | null> {
  let most: MemoryByProcess | null = null
  let isOver = false
  const over = run().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const now = await memoryNow(product)
    if (now !== null && (most === null || sumOf(now).all > sumOf(most).all)) most = now
    await Promise.race([over, pause(LOOK_MS)])
  }
  await over
  return most
}

/** After nobody has asked for anything for a while. `work`: by part, in hundredths of a core. */
export async function productAtRest(product: WholeProduct, seconds: number) {
  await pause(SETTLES_MS)
  const work = await workAtRest(product, seconds)
  return { work, memory: await memoryNow(product) }
}

async function workAtRest({ parts, backends }: WholeProduct, seconds: number): Promise<Work | null> {
  const begin = performance.now()
  const { work } = await measureWork(parts, backends, () => pause(seconds * 1_000), [])
  const took = performance.now() - begin
  return work && Object.fromEntries(Object.entries(work).map(([part, ms]) => [part, (ms / took) * 100]))
}

/** Lines for people. */
export function memoryLines(when: string, memory: MemoryByProcess | null): string[] {
  if (memory === null) return [`Memory ${when}: the system does not say`]
  const shown = ({ all, own }: Memory) => `${Math.round(all)} MB (${Math.round(own)} its own)`
  const each = Object.entries(memory).toSorted(([, one], [, other]) => other.all - one.all)
  const { simulator = NO_MEMORY, ...own } = memory
  return [
    `Memory ${when}, pages that several share counted once: ${Math.round(sumOf(own).all)} MB, ` +
      `with the simulated feed ${Math.round(sumOf(own).all + simulator.all)} MB`,
    ...each.map(([name, one]) => `    ${name.padEnd(12)}${shown(one)}`),
  ]
}

/** A line for people. `work`: in hundredths of a core. */
export function restLine(work: Work | null): string {
  if (work === null) return 'Processor at rest: the system does not say'
  const { simulator = 0, ...own } = work
  const sum = Object.values(own).reduce((all, one) => all + one, 0)
  const named = Object.entries(own).map(([part, share]) => `${part} ${share.toFixed(2)}`)
  return `Processor at rest: ${sum.toFixed(1)} % of a core (${named.join(', ')}); simulated feed ${simulator.toFixed(1)} %`
}
